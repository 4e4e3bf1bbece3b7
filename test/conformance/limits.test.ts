/** Time and memory that a call may take: 408, 503. Each limit is a variable, made small here. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { OperationName } from '../../src/contract/operations.ts';
import { padded } from '../../testing/photos.ts';
import { Connection, headOf } from '../../testing/sockets.ts';
import { settled } from '../accounts.ts';
import { expectRefusal, refusals } from '../contract.ts';
import { declareOwnService } from '../service.ts';
import type { CreatedKey } from '../stack.ts';

const workMs = 8000;
/** Between rounds whose order of answers is looked at: more than a busy machine delays one of them. */
const apartMs = 5000;
/** Long enough for an upload that occupies the isolate until others were refused. */
const uploadTotalMs = 30_000;
const capacityWaitMs = 500;
const megabyte = 1024 * 1024;
const operations = [
  'image-without-background',
  'image-without-background-base64',
  'alpha-channel',
  'alpha-channel-base64',
] as const satisfies readonly OperationName[];

const service = declareOwnService({
  WORK_MS: String(workMs),
  UPLOAD_TOTAL_MS: String(uploadTotalMs),
  CAPACITY_WAIT_MS: String(capacityWaitMs),
  ISOLATE_BUDGET_BYTES: String(24 * megabyte),
});

/** Of the isolate. */
async function freeBytes(): Promise<number> {
  const answer = await fetch(`${service.stack.base}/healthz`);
  const { memory } = (await answer.json()) as { memory: { free_bytes: number } };
  return memory.free_bytes;
}

afterEach(() => {
  service.relay.behaviour = { kind: 'forward' };
});

describe('408', () => {
  test('for an upload that goes on and on, by every operation', async () => {
    const { base } = service.stack;
    const drip = async (name: OperationName) => {
      const key = await service.createKey();
      const connection = await Connection.open(base);
      const { body = Buffer.alloc(0), ...call } = service.goodCall(name, key.key, padded(service.image, megabyte));
      let at = 0;
      const timer = setInterval(() => {
        // More than the 8 kB a second that a body must bring, also of a busy machine.
        const piece = body.subarray(at, at + 2000);
        at += piece.length;
        connection.write(piece).catch(() => clearInterval(timer));
      }, 100);
      try {
        const startedAt = performance.now();
        await connection.write(headOf(base, { ...call, body }));
        expectRefusal(await connection.answer(), refusals.timeout);
        expect(performance.now() - startedAt).toBeGreaterThan(uploadTotalMs - 100);
      } finally {
        clearInterval(timer);
        connection.close();
      }
      await service.expectNoCreditMoved(key);
    };
    await Promise.all(operations.map(drip));
  });
});

describe('503', () => {
  test('when inference takes too long, by every operation, at no cost', async () => {
    service.relay.behaviour = { kind: 'silence' };
    const answered: string[] = [];
    const call = async (which: string, name: OperationName, key: CreatedKey) => {
      const startedAt = performance.now();
      const answer = await service.send(service.goodCall(name, key.key));
      answered.push(which);
      expect(performance.now() - startedAt).toBeGreaterThan(workMs - 100);
      expectRefusal(answer, refusals.unavailable);
      await service.expectNoCreditMoved(key);
    };
    const keysOfRound = () => Promise.all(operations.map(async (name) => [name, await service.createKey()] as const));
    const round = (which: string, keys: Awaited<ReturnType<typeof keysOfRound>>) =>
      Promise.all(keys.map(([name, key]) => call(which, name, key)));
    const [keys, laterKeys] = [await keysOfRound(), await keysOfRound()];
    // A call that comes later is answered later, so none waits much longer than the limit.
    const first = round('first', keys);
    await pause(apartMs);
    await Promise.all([first, round('second', laterKeys)]);
    expect(answered).toEqual([...operations.map(() => 'first'), ...operations.map(() => 'second')]);
  });

  test('when there is no room for an upload, after a bounded wait, and a 200 once there is', async () => {
    const { base } = service.stack;
    const large = padded(service.image, 12 * megabyte);
    const other = await service.createKey();
    const occupying = await Connection.open(base);
    try {
      const { body = Buffer.alloc(0), ...call } = service.goodCall('alpha-channel', other.key, large);
      await occupying.write(headOf(base, { ...call, body }));
      // What was announced takes no room, what has come does: of 9 MiB the buffer has all 12.
      await occupying.write(body.subarray(0, 9 * megabyte));
      await expect.poll(freeBytes).toBeLessThanOrEqual(12 * megabyte);
      for (const name of ['image-without-background', 'alpha-channel-base64'] as const) {
        await service.expectRefused((key) => service.goodCall(name, key, large), refusals.unavailable);
      }
      // They have not waited for the one that has the room, which goes on.
      expect(occupying.first).toBeNull();
    } finally {
      occupying.close();
      await settled(service.stack, other);
    }
    const status = async () => {
      const { key } = await service.createKey();
      return (await service.send(service.goodCall('alpha-channel', key))).status;
    };
    await expect.poll(status).toBe(200);
    await service.expectNoCreditMoved(other);
  });
});
