/** Uploads that stop half-way, whatever the body is. */
import { expect } from 'vitest';
import type { Call } from '../../testing/requests.ts';
import { Connection, headOf } from '../../testing/sockets.ts';
import { expectRefusal, refusals } from '../contract.ts';
import { type OwnService, uploadIdleMs } from '../service.ts';
import type { Cases } from './cases.ts';

/** @param make a call that would succeed */
export function describeStalls(service: OwnService, make: (key: string) => Call, cases: Cases): void {
  cases.block('408', ({ raw }) => {
    raw('when the upload stalls', async () => {
      const key = await service.createKey();
      const call = make(key.key);
      const connection = await Connection.open(service.stack.base);
      try {
        await connection.write(headOf(service.stack.base, call));
        // Before the last byte: the service may have it long before this process goes on.
        const startedAt = Date.now();
        await connection.write(call.body?.subarray(0, 200) ?? '');
        expectRefusal(await connection.answer(), refusals.timeout);
        expect(Date.now() - startedAt).toBeGreaterThan(uploadIdleMs - 100);
      } finally {
        connection.close();
      }
      await service.expectNoCreditMoved(key);
    });
  });
}
