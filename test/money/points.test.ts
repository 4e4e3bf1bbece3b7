/** Points under an `Idempotency-Key`: what clicks on one picture cost, and that none is answered without its points. */
import { afterEach, expect, test } from 'vitest';
import { maxEdits } from '../../src/contract/idempotency.ts';
import type { Answer } from '../../testing/http-message.ts';
import { type Call, filePart, multipartCall } from '../../testing/requests.ts';
import { allMovementsOf, settled, walletBalanceOf } from '../accounts.ts';
import { expectRefusal, invalid, refusals } from '../contract.ts';
import { failedPhoto } from '../effects/scene.ts';
import type { Behaviour } from '../relay.ts';
import { declareOwnService } from '../service.ts';
import type { CreatedKey } from '../stack.ts';

const service = declareOwnService({ WORK_MS: '10000' });

afterEach(() => {
  service.relay.behaviour = { kind: 'forward' };
  service.relay.misbehavesAt = '';
});

type Fields = Readonly<Record<string, string>>;

const name = 'picture 7';
const onArm = { keep_points: '60 28' };
const onNothing = { keep_points: '60 28; 5 5' };
const notFound = invalid(['body', 'keep_points'], 'value_error', /at the point 5 5$/, 'POINT_NOT_FOUND');

async function callOf(key: string, fields: Fields): Promise<Call> {
  const parts = Object.entries({ model: 'matte', ...fields }).map(([field, content]) => ({ name: field, content }));
  return multipartCall('/v1.0/image-without-background', key, [...parts, filePart(await failedPhoto('png'))]);
}

/** Sends a call under the name, and waits until its hold has ended. */
async function send(key: CreatedKey, fields: Fields): Promise<Answer> {
  const call = await callOf(key.key, fields);
  const answer = await service.send({ ...call, headers: { ...call.headers, 'Idempotency-Key': name } });
  await settled(service.stack, key);
  return answer;
}

test('25 clicks on a picture cost one credit: twenty are edits, more are refused, and the first answer stays', async () => {
  const key = await service.createKey({ credits: 1 });
  const first = await send(key, {});
  expect(first.status).toBe(200);
  for (let click = 1; click <= 25; click++) {
    const answer = await send(key, { keep_points: `${55 + click} 28`, drop_points: '14 70' });
    if (click > maxEdits) {
      expectRefusal(answer, refusals.exhausted);
      continue;
    }
    expect(answer.status, `click ${click}`).toBe(200);
    expect(answer.body.equals(first.body)).toBe(false);
  }
  const again = await send(key, {});
  expect(again.body.equals(first.body)).toBe(true);
  expect(await allMovementsOf(service.stack, key)).toEqual([
    ['charge', -1],
    ...Array(maxEdits).fill(['edit', 0]),
    ['repeat', 0],
  ]);
  expect(await walletBalanceOf(service.stack, key)).toMatchObject({ balance: 0, open_holds: 0 });
});

test('a point on nothing is refused at no cost, as a first call and as an edit', async () => {
  const call = await callOf('', onNothing);
  await service.expectRefused((key) => ({ ...call, headers: { ...call.headers, 'X-API-Key': key } }), notFound);
  const key = await service.createKey({ credits: 1 });
  expectRefusal(await send(key, onNothing), notFound);
  expect((await send(key, {})).status).toBe(200);
  for (let click = 0; click <= maxEdits; click++) expectRefusal(await send(key, onNothing), notFound);
  // None of them counts among the edits.
  expect((await send(key, onArm)).status).toBe(200);
  expect(await allMovementsOf(service.stack, key)).toEqual([
    ['charge', -1],
    ['edit', 0],
  ]);
});

const full: Behaviour = { kind: 'answer', status: 503, headers: { 'Retry-After': '7' }, body: '{"error":"full"}' };
test.each([
  ['full', full, refusals.unavailable],
  ['late', { kind: 'silence' }, refusals.unavailable],
  ['wrong', { kind: 'answer', status: 500, body: '{}' }, refusals.internal],
  ['down', { kind: 'break' }, refusals.unavailable],
] as const)(
  'a segmenter that is %s: no answer without the points, and nothing is paid',
  async (_, behaviour, expected) => {
    const key = await service.createKey({ credits: 1 });
    // Inference that has not been reached lately is given a rest.
    await expect.poll(async () => (await send(key, {})).status).toBe(200);
    service.relay.misbehavesAt = '/point-segmenter/infer';
    service.relay.behaviour = behaviour;
    const call = await callOf('', onArm);
    await service.expectRefused((other) => ({ ...call, headers: { ...call.headers, 'X-API-Key': other } }), expected);
    expectRefusal(await send(key, onArm), expected);
    expect(await allMovementsOf(service.stack, key)).toEqual([['charge', -1]]);
    service.relay.behaviour = { kind: 'forward' };
    await expect.poll(async () => (await send(key, onArm)).status).toBe(200);
    expect(await allMovementsOf(service.stack, key)).toEqual([
      ['charge', -1],
      ['edit', 0],
    ]);
  },
);
