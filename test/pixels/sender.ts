/** The service of a test file of pixels, and a call that sends it a picture with options in a form. */
import { beforeAll } from 'vitest';
import type { OperationName } from '../../src/contract/operations.ts';
import { once } from '../../testing/once.ts';
import { sharedStack } from '../service.ts';
import { type Given, type Made, type Service, sendForm } from './outputs.ts';

/** Declares it: the one that files share, with a key for this file. */
export function declareSender() {
  let service: Service;
  beforeAll(async () => {
    const stack = await sharedStack();
    const { key } = await stack.createKey({ credits: 10_000, rate: 10_000 });
    service = { base: stack.base, key };
  });
  return {
    service: () => service,
    /** Sent once for each picture with its options: many tests compare with the same answer. */
    made: once(
      (operation: OperationName, file: Buffer, given: Given = {}, background?: Buffer): Promise<Made> =>
        sendForm(service, operation, file, given, background),
    ),
  };
}
