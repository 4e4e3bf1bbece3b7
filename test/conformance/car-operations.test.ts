/** Operations 5 to 7: declared, admitted like all others, and not served yet. */
import { describe, test } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { refusals } from '../contract.ts';
import { jsonCall, multipartCall } from '../requests.ts';
import { declareService } from '../service.ts';
import { describeAdmission } from './admission.ts';

const service = declareService();

describe.each(['car-image-without-background', 'car-image-without-background-base64', 'car-layers-base64'] as const)(
  '%s',
  (name) => {
    const { path, encoding } = operationNamed(name);

    describe('501', () => {
      test('for a good image, at no cost', async () => {
        await service.expectRefused((key) => service.goodCall(name, key), refusals.notImplemented);
      });

      test('for a body without an image', async () => {
        const make = (key: string) => (encoding === 'json' ? jsonCall(path, key, {}) : multipartCall(path, key, []));
        await service.expectRefused(make, refusals.notImplemented);
      });

      test('for an upload of 24 MB', async () => {
        const image = Buffer.alloc(24_000_000);
        await service.expectRefused((key) => service.goodCall(name, key, image), refusals.notImplemented);
      });
    });

    describeAdmission(service, name);
  },
);
