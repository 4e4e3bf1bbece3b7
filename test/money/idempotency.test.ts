/** `Idempotency-Key`: a call that is sent again costs once. */
import { afterEach, describe, expect, test } from 'vitest';
import { operationNames } from '../../src/contract/operations.ts';
import type { Answer } from '../../testing/http-message.ts';
import { photo } from '../../testing/photos.ts';
import type { Call } from '../../testing/requests.ts';
import { Connection, headOf } from '../../testing/sockets.ts';
import { expectUntouched, movementsOf, settled, walletBalanceOf } from '../accounts.ts';
import { expectRefusal, invalid, refusals } from '../contract.ts';
import { declareOwnService } from '../service.ts';

const service = declareOwnService();

afterEach(() => {
  service.relay.behaviour = { kind: 'forward' };
});

const mismatch = invalid(
  ['header', 'Idempotency-Key'],
  'value_error',
  'This Idempotency-Key was used for another request; send a new one',
  'IDEMPOTENCY_MISMATCH',
);

const malformedName = invalid(
  ['header', 'Idempotency-Key'],
  'value_error',
  'Expected 1 to 255 printable ASCII characters',
);

function named(call: Call, name: string): Call {
  return { ...call, headers: { ...call.headers, 'Idempotency-Key': name } };
}

/** Sends a call and waits until its hold has ended, which may be after its last byte. */
async function sendAndSettle(call: Call, key: { id: string; key: string }): Promise<Answer> {
  const answer = await service.send(call);
  await settled(service.stack, key);
  return answer;
}

test.each(operationNames)('%s: the same call again costs nothing, three times, and then is refused', async (name) => {
  const key = await service.createKey({ credits: 1 });
  const call = named(service.goodCall(name, key.key), `order 4711 ${name}`);
  const first = await sendAndSettle(call, key);
  expect(first.status).toBe(200);
  // The last credit is spent, and the answer may have been lost all the same.
  for (let repeat = 0; repeat < 3; repeat++) {
    const again = await sendAndSettle(call, key);
    expect(again.status).toBe(200);
    expect(again.body.equals(first.body)).toBe(true);
  }
  expectRefusal(await service.send(call), refusals.exhausted);
  expect((await movementsOf(service.stack, key)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['charge', -1],
    ['repeat', 0],
    ['repeat', 0],
    ['repeat', 0],
  ]);
  expect(await walletBalanceOf(service.stack, key)).toMatchObject({ balance: 0, open_holds: 0 });
});

test('another picture, operation or option under the name is refused, costs nothing and is no repeat', async () => {
  const key = await service.createKey();
  const call = named(service.goodCall('image-without-background-base64', key.key), 'one');
  expect((await sendAndSettle(call, key)).status).toBe(200);
  const others = [
    service.goodCall('image-without-background-base64', key.key, await photo('png')),
    service.goodCall('alpha-channel-base64', key.key),
    {
      ...call,
      body: Buffer.from(JSON.stringify({ image_base64: service.image.toString('base64'), edge_colors: 'original' })),
    },
  ];
  for (const other of others) expectRefusal(await sendAndSettle(named(other, 'one'), key), mismatch);
  for (let repeat = 0; repeat < 3; repeat++) expect((await sendAndSettle(call, key)).status).toBe(200);
  expect(await walletBalanceOf(service.stack, key)).toMatchObject({ balance: 4 });
});

describe('while the call is in work', () => {
  test('the same name is 409 with a time to come back, and free again once the call has failed', async () => {
    service.relay.behaviour = { kind: 'silence' };
    const key = await service.createKey();
    const call = named(service.goodCall('alpha-channel', key.key), 'busy');
    const leaving = new AbortController();
    const { method, path, headers, body = Buffer.alloc(0) } = call;
    const inWork = fetch(service.stack.base + path, {
      method,
      headers,
      body: new Uint8Array(body),
      signal: leaving.signal,
    }).catch(() => null);
    await expect.poll(() => walletBalanceOf(service.stack, key)).toMatchObject({ open_holds: 1 });
    const refused = await service.send(call);
    expectRefusal(refused, refusals.inProgress);
    expect(refused.headers.get('Retry-After')).toBe('2');
    const other = await service.createKey();
    service.relay.behaviour = { kind: 'answer', status: 503, body: '{}' };
    // The scope of a name is its key.
    expectRefusal(
      await service.send(named(service.goodCall('alpha-channel', other.key), 'busy')),
      refusals.unavailable,
    );
    leaving.abort();
    await inWork;
  });

  test('a name whose call was refused is free, and is charged once when it succeeds', async () => {
    const key = await service.createKey();
    const bad = named(service.goodCall('alpha-channel', key.key, Buffer.from('no picture')), 'again');
    expectRefusal(await sendAndSettle(bad, key), refusals.unsupported);
    const good = named(service.goodCall('alpha-channel', key.key), 'again');
    expect((await sendAndSettle(good, key)).status).toBe(200);
    expect((await sendAndSettle(good, key)).status).toBe(200);
    expect(await walletBalanceOf(service.stack, key)).toMatchObject({ balance: 4 });
  });
});

test.each([
  ['of 256 characters', 'x'.repeat(256)],
  ['beyond ASCII', 'sch\u00f6n'],
  ['with a tab', 'a\tb'],
])('a name that is %s is 422 and costs nothing', async (_what, name) => {
  await service.expectRefused((key) => named(service.goodCall('alpha-channel', key), name), malformedName);
});

test.each([
  ['nothing', ''],
  ['blanks', '  \t '],
])('a name that is %s after its colon is 422 and costs nothing', async (_what, blanks) => {
  const key = await service.createKey();
  const call = service.goodCall('alpha-channel', key.key);
  const { base } = service.stack;
  const connection = await Connection.open(base);
  try {
    // Written by hand: clients leave such a header out, or trim it.
    const head = headOf(base, named(call, 'name')).replace('Idempotency-Key: name', `Idempotency-Key:${blanks}`);
    await connection.write(Buffer.concat([Buffer.from(head), call.body ?? Buffer.alloc(0)]));
    expectRefusal(await connection.answer(), malformedName);
  } finally {
    connection.close();
  }
  await expectUntouched(service.stack, key, 5);
});

test('the balance ignores the name', async () => {
  const { key } = await service.createKey();
  const call = named({ method: 'GET', path: '/available-credit', headers: { 'X-API-Key': key } }, 'ignored');
  for (let at = 0; at < 5; at++) expect((await service.send(call)).status).toBe(200);
});
