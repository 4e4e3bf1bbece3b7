/** Uploads that stop half-way, of every operation: a service of their own, for its limit is short. */
import { describe, expect, test } from 'vitest';
import { operationNames } from '../../src/contract/operations.ts';
import { Connection, headOf } from '../../testing/sockets.ts';
import { expectRefusal, refusals } from '../contract.ts';
import { declareOwnService } from '../service.ts';

/** The default would make the tests wait for half a minute. */
const uploadIdleMs = 2000;
const service = declareOwnService({ UPLOAD_IDLE_MS: String(uploadIdleMs) });

describe.concurrent('408', () => {
  test.each(operationNames)('when the upload of %s stalls', async (name) => {
    const key = await service.createKey();
    const { body = Buffer.alloc(0), ...call } = service.goodCall(name, key.key);
    const connection = await Connection.open(service.stack.base);
    try {
      // Before the first byte: the service may have it long before this process goes on.
      const startedAt = performance.now();
      const head = Buffer.from(headOf(service.stack.base, { ...call, body }));
      await connection.write(Buffer.concat([head, body.subarray(0, 200)]));
      expectRefusal(await connection.answer(), refusals.timeout);
      expect(performance.now() - startedAt).toBeGreaterThan(uploadIdleMs - 100);
    } finally {
      connection.close();
    }
    await service.expectNoCreditMoved(key);
  });
});
