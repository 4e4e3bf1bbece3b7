/** The service in the process of a test file, and a call that sends it a picture with options in a form. */
import type { OperationName } from '../../src/contract/operations.ts';
import { declareInProcess, type InProcessSettings } from '../../testing/in-process/service.ts';
import { once } from '../../testing/once.ts';
import { type Given, type Made, sendForm } from './outputs.ts';

/** Declares it: opened before the tests of the file. */
export function declareSender(settings: InProcessSettings = {}) {
  const { send } = declareInProcess(settings);
  return {
    send,
    /** Sent once for each picture with its options: many tests compare with the same answer. */
    made: once(
      (operation: OperationName, file: Buffer, given: Given = {}, background?: Buffer): Promise<Made> =>
        sendForm(send, operation, file, given, background),
    ),
  };
}
