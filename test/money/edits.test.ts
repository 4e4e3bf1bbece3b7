/** `Idempotency-Key`: a call that is edited costs once. */
import { expect, test } from 'vitest';
import { maxEdits } from '../../src/contract/idempotency.ts';
import type { Answer } from '../../testing/http-message.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartCall } from '../../testing/requests.ts';
import { allMovementsOf, settled, walletBalanceOf } from '../accounts.ts';
import { expectRefusal, invalid, refusals } from '../contract.ts';
import { declareService } from '../service.ts';

const service = declareService();

const mismatch = invalid(
  ['header', 'Idempotency-Key'],
  'value_error',
  'This Idempotency-Key was used for another request; send a new one',
  'IDEMPOTENCY_MISMATCH',
);

type Fields = Readonly<Record<string, string>>;

/** Sends cutouts of one key under one name, one after the other. */
async function purchase() {
  const key = await service.createKey({ credits: 1, rate: 100 });
  const send = async (
    fields: Fields,
    image = service.image,
    path = '/v1.0/image-without-background',
  ): Promise<Answer> => {
    const parts = Object.entries({ refine: 'off', ...fields }).map(([name, content]) => ({ name, content }));
    const call = multipartCall(path, key.key, [...parts, filePart(image)]);
    const answer = await service.send({ ...call, headers: { ...call.headers, 'Idempotency-Key': 'photo 7' } });
    await settled(service.stack, key);
    return answer;
  };
  return { key, send, moved: () => allMovementsOf(service.stack, key) };
}

test('edits of a call cost nothing, a second size of the same points is not counted, and the first call stays', async () => {
  const { key, send, moved } = await purchase();
  const whole = await send({});
  const asked: Fields[] = [{ max_size: '20' }, { max_size: '30' }, { max_size: '30' }, {}];
  for (const fields of asked) expect((await send(fields)).status).toBe(200);
  const again = await send({});
  expect(again.body.equals(whole.body)).toBe(true);
  expect(await moved()).toEqual([['charge', -1], ['edit', 0], ['edit', 0], ...Array(3).fill(['repeat', 0])]);
  expect(await walletBalanceOf(service.stack, key)).toMatchObject({ balance: 0, open_holds: 0 });
});

test('an edit of another picture, operation or option is refused, and no edit is used up', async () => {
  const { send, moved } = await purchase();
  expect((await send({})).status).toBe(200);
  const small = { max_size: '20' };
  for (const refused of [
    await send(small, await photo('png')),
    await send(small, service.image, '/v1.0/alpha-channel'),
    await send({ ...small, edge_colors: 'original' }),
  ]) {
    expectRefusal(refused, mismatch);
  }
  expect(await moved()).toEqual([['charge', -1]]);
});

test('twenty edits are free, and a further one is refused at no cost', async () => {
  const { key, send, moved } = await purchase();
  // The first is the call itself, the next a second size, which is not counted.
  for (let edit = 0; edit <= maxEdits + 1; edit++) expect((await send({ max_size: `${20 + edit}` })).status).toBe(200);
  expectRefusal(await send({ max_size: '16' }), refusals.exhausted);
  expect(await moved()).toEqual([['charge', -1], ...Array(1 + maxEdits).fill(['edit', 0])]);
  expect(await walletBalanceOf(service.stack, key)).toMatchObject({ balance: 0, open_holds: 0 });
});
