import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import { Refused } from '../../contract/refusals.ts';
import { accountsSetup } from './environment.ts';
import { confirmPlace, takePlace } from './sign-up-places.ts';

const bindings = {
  ...env,
  SESSION_SECRET: 'a secret',
  TRUSTED_ADDRESS_HEADER: 'X-Real-IP',
};
const { DIRECTORY } = bindings;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const startMs = Date.UTC(2027, 0, 31);

beforeEach(async () => void (await DIRECTORY.exec('DELETE FROM sign_up')));

function setupFor(perDay: number, changes: Record<string, string> = {}) {
  const variables = { ...bindings, SIGNUPS_PER_DAY: String(perDay), ...changes };
  const setup = accountsSetup(new Request('http://127.0.0.1/'), variables);
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}

let people = 0;
interface Coming {
  readonly email?: string;
  readonly from?: string | null;
  readonly perDay?: number;
  readonly atMs?: number;
}

/** Takes a place. @returns what gives it back, or after how many seconds to come again */
async function come({ email = `p${people++}@example.org`, from = null, perDay = 5, atMs = startMs }: Coming = {}) {
  const headers = new Headers(from === null ? [] : [['X-Real-IP', from]]);
  const request = new Request('http://127.0.0.1/', { headers });
  try {
    return await takePlace(email, request, setupFor(perDay), atMs);
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    expect(failure.refusal).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    return failure.refusal.retryAfterSeconds ?? 0;
  }
}

/** From another /24 each time. */
const elsewhere = () => `10.${people >> 8}.${people & 255}.1`;

/** How many of so many have a place. */
async function places(count: number, coming: () => Coming): Promise<number> {
  let taken = 0;
  for (let time = 0; time < count; time++) taken += typeof (await come(coming())) === 'function' ? 1 : 0;
  return taken;
}

describe('the places of a day', () => {
  test('are as many as SIGNUPS_PER_DAY, and none where that is 0', async () => {
    expect(await places(8, () => ({ from: elsewhere() }))).toBe(5);
    expect(await come({ perDay: 0, from: elsewhere() })).toBe(3600);
  });

  test('are never more, of many that come at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => come({ from: elsewhere() })));
    expect(all.filter((each) => typeof each === 'function')).toHaveLength(5);
  });

  test('come free an hour after a sign-up that was not confirmed', async () => {
    expect(await places(5, () => ({ from: elsewhere() }))).toBe(5);
    const later = (ms: number) => come({ from: elsewhere(), atMs: startMs + ms });
    expect(await later(10 * minuteMs)).toBe(3000);
    expect(await later(hourMs - 1)).toBe(1);
    expect(await later(hourMs)).toBeTypeOf('function');
  });

  test('are kept for the day by sign-ups that were confirmed', async () => {
    const emails = ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org', 'e@example.org'];
    for (const email of emails) await come({ email, from: elsewhere() });
    await confirmPlace('a@example.org', setupFor(5));
    await confirmPlace('nobody@example.org', setupFor(5));
    // Four come free after an hour, and the fifth after a day.
    const inTwoHours = () => ({ from: elsewhere(), atMs: startMs + 2 * hourMs });
    expect(await places(6, inTwoHours)).toBe(4);
    expect(await come({ from: elsewhere(), perDay: 1, atMs: startMs + 23 * hourMs })).toBe(3600);
    expect(await come({ from: elsewhere(), perDay: 1, atMs: startMs + 24 * hourMs })).toBeTypeOf('function');
  });

  test('are kept by the newest sign-up of a mailbox alone', async () => {
    await come({ email: 'a@example.org' });
    await come({ email: 'A+again@example.org', atMs: startMs + 1 });
    await confirmPlace('a@example.org', setupFor(5));
    const { results } = await DIRECTORY.prepare('SELECT confirmed FROM sign_up ORDER BY at').all();
    expect(results).toEqual([{ confirmed: 0 }, { confirmed: 1 }]);
  });

  test('are given back by sign-ups that could not be made', async () => {
    const giveBack = await come({ perDay: 1 });
    expect(await come({ perDay: 1 })).toBe(3600);
    if (typeof giveBack === 'function') await giveBack();
    expect(await come({ perDay: 1 })).toBeTypeOf('function');
  });
});

describe('of a network there are at most twenty', () => {
  test.each([
    ['IPv4 /24', (count: number) => `192.0.2.${count}`, '192.0.3.1'],
    ['IPv6 /48', (count: number) => `2001:db8:1:${count}::1`, '2001:db8:2::1'],
    ['what is no address', (count: number) => `nobody ${count}`, '192.0.2.1'],
  ])('%s', async (_name, address, other) => {
    let count = 0;
    expect(await places(25, () => ({ perDay: 1000, from: address(count++) }))).toBe(20);
    expect(await come({ perDay: 1000, from: address(1), atMs: startMs + 30 * minuteMs })).toBe(1800);
    expect(await come({ perDay: 1000, from: other })).toBeTypeOf('function');
    expect(await come({ perDay: 1000, from: address(1), atMs: startMs + hourMs })).toBeTypeOf('function');
  });

  test('where no network is known, those of all count alone', async () => {
    const without = setupFor(1000, { TRUSTED_ADDRESS_HEADER: '' });
    const request = new Request('http://127.0.0.1/', { headers: { 'X-Real-IP': '192.0.2.1' } });
    for (let time = 0; time < 25; time++) await takePlace(`q${time}@example.org`, request, without, startMs);
    expect(await DIRECTORY.prepare('SELECT COUNT(*) AS count FROM sign_up').first()).toEqual({ count: 25 });
  });
});

test('neither address nor network can be read', async () => {
  await come({ email: 'ada@example.org', from: '192.0.2.1' });
  const row = await DIRECTORY.prepare('SELECT address, network FROM sign_up').first();
  expect(row).toEqual({
    address: expect.stringMatching(/^[0-9a-f]{64}$/),
    network: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});
