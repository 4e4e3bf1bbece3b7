/** Clicks of visitors on a picture that the trial has made: five take no further try, choices of holes among them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encode, paint } from '../../testing/photos.ts';
import { failedPhoto, scenePhoto } from '../effects/scene.ts';
import { type Stack, startStack } from '../stack.ts';
import { untilTheDayLasts } from './day.ts';
import { callFromPage, digestOf, sessionOf } from './page.ts';

const perDay = 2;
const clicksOfPicture = 5;
const header = 'X-Visitor-Address';
const announced = { 'X-Click': 'true' };

let stack: Stack;
let picture: Buffer;

beforeAll(() => untilTheDayLasts(5), 600_000);
beforeAll(async () => {
  stack = await startStack({ edgeVariables: { TRUSTED_ADDRESS_HEADER: header, TRIAL_PER_DAY: String(perDay) } });
  picture = await failedPhoto('png');
});
afterAll(() => stack?.stop());

type Fields = Readonly<Record<string, string>>;

const from = (address: string) => ({ [header]: address });
const leftOf = async (address: string) => (await sessionOf(stack.base, from(address))).trial.left;
/** Without a try that is left, a click has to be announced. */
const click = (address: string, x: number, headers: Record<string, string> = announced, file = picture) =>
  send(address, { keep_points: `${x} 28` }, headers, file);

async function send(address: string, fields: Fields, headers: Record<string, string> = {}, file = picture) {
  const all = { model: 'matte', ...fields };
  const answer = await callFromPage(stack.base, 'alpha-channel', file, { ...from(address), ...headers }, all);
  return { status: answer.status, code: answer.headers.get('X-Error-Code'), digest: await digestOf(answer) };
}

/** A picture is known once its call is settled, which may be after its last byte. */
async function clicked(address: string, x: number) {
  await expect.poll(async () => (await click(address, x)).status).toBe(200);
}

/** The same with another point. */
const another = (count: number) => 55 + count;

test('five clicks on a picture take no try, though all are used up; the sixth asks to sign up', async () => {
  const address = '192.0.2.1';
  const plain = await send(address, {});
  expect([plain.status, await leftOf(address)]).toEqual([200, perDay - 1]);
  await clicked(address, another(1));
  await expect.poll(() => leftOf(address)).toBe(perDay - 1);
  expect((await send(address, {}, {}, await scenePhoto('png'))).status).toBe(200);
  await expect.poll(() => leftOf(address)).toBe(0);
  for (let count = 2; count <= clicksOfPicture; count++) {
    const { status, digest } = await click(address, another(count));
    expect([status, digest === plain.digest]).toEqual([200, false]);
  }
  expect(await click(address, another(6))).toMatchObject({ status: 429, code: 'TRIAL_USED_UP' });
  expect(await click(address, another(6), {})).toMatchObject({ status: 429, code: 'TRIAL_USED_UP' });
  expect(await leftOf(address)).toBe(0);
});

test('another choice of holes is a click too', async () => {
  const address = '192.0.2.7';
  expect((await send(address, {})).status).toBe(200);
  await expect.poll(async () => (await send(address, { holes: 'open' }, announced)).status).toBe(200);
  for (let count = 2; count <= clicksOfPicture; count++) await clicked(address, another(count));
  expect(await send(address, { holes: 'filled' }, announced)).toMatchObject({ status: 429, code: 'TRIAL_USED_UP' });
  await expect.poll(() => leftOf(address)).toBe(perDay - 1);
});

test('a click that is refused is none of the five', async () => {
  const address = '192.0.2.2';
  expect((await send(address, {})).status).toBe(200);
  await clicked(address, another(0));
  for (let count = 0; count <= clicksOfPicture; count++) {
    const refused = await send(address, { keep_points: '5 5' }, announced);
    expect(refused).toMatchObject({ status: 422, code: 'POINT_NOT_FOUND' });
  }
  for (let count = 1; count < clicksOfPicture; count++) await clicked(address, another(count));
  expect(await click(address, another(9))).toMatchObject({ status: 429 });
  expect(await leftOf(address)).toBe(perDay - 1);
});

test('a sixth click that is not announced is a try like any other', async () => {
  const address = '192.0.2.3';
  expect((await send(address, {})).status).toBe(200);
  for (let count = 1; count <= clicksOfPicture; count++) await clicked(address, another(count));
  expect((await click(address, another(6), {})).status).toBe(200);
  await expect.poll(() => leftOf(address)).toBe(0);
});

test('the same photo once more is a try like any other, and none of the five', async () => {
  const address = '192.0.2.6';
  for (let left = perDay - 1; left >= 0; left--) {
    expect((await send(address, {})).status).toBe(200);
    await expect.poll(() => leftOf(address)).toBe(left);
  }
  for (let count = 1; count <= clicksOfPicture; count++) await clicked(address, another(count));
  expect(await click(address, another(6))).toMatchObject({ status: 429, code: 'TRIAL_USED_UP' });
});

test('other bytes and other visitors have no clicks on it', async () => {
  const [address, stranger] = ['192.0.2.4', '192.0.2.5'];
  expect((await send(address, {})).status).toBe(200);
  await clicked(address, another(1));
  const other = await encode(
    paint(120, 80, 3, (x, y) => (x >= 54 && x < 90 && y >= 20 && y < 36 ? [0, 150, 0] : [x % 4, 0, 0])),
    'png',
  );
  expect(await click(address, another(2), announced, other)).toMatchObject({ status: 429, code: 'TRIAL_USED_UP' });
  expect(await click(stranger, another(2))).toMatchObject({ status: 429, code: 'TRIAL_USED_UP' });
  await expect.poll(() => leftOf(stranger)).toBe(perDay);
  expect((await click(stranger, another(2), {})).status).toBe(200);
  await expect.poll(() => leftOf(stranger)).toBe(perDay - 1);
  await expect.poll(() => leftOf(address)).toBe(perDay - 1);
});
