/** Attacks on what admits a call of the page, over HTTP: a call that was answered is the only one that it ever admits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Person } from '../../testing/person.ts';
import { photo } from '../../testing/photos.ts';
import { type Stack, startStack } from '../stack.ts';
import { untilTheDayLasts } from './day.ts';
import { admissionOf, askAdmission, sendAdmitted, sessionOf } from './page.ts';

const header = 'X-Visitor-Address';
const perDay = 2;
const operation = 'alpha-channel';

let stack: Stack;
let small: Buffer;
let owner: Person;
let another: Person;

beforeAll(() => untilTheDayLasts(5), 600_000);
beforeAll(async () => {
  stack = await startStack({
    edgeVariables: {
      ...{ SIGNUP_CREDITS: '3', SIGNUP_CREDITS_LIVE: '1' },
      ...{ TRUSTED_ADDRESS_HEADER: header, TRIAL_PER_DAY: String(perDay) },
    },
  });
  small = await photo();
  [owner, another] = [new Person(stack.base), new Person(stack.base)];
  await owner.join('owner@example.org', 'a long password', 'Olga');
  await another.join('another@example.org', 'a long password', 'Ada');
});
afterAll(() => stack?.stop());

type Headers = Readonly<Record<string, string>>;
const from = (address: string): Headers => ({ [header]: address });
const cookieOf = (person: Person): Headers => ({
  Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

async function answerTo(admission: string, headers: Headers, name: typeof operation | 'car-layers-base64' = operation) {
  const answer = await sendAdmitted(stack.base, name, small, { 'X-Admission': admission, ...headers });
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get('X-Error-Code')];
}

const answered = [200, null];
const refused = [401, 'INVALID_ADMISSION'];

async function creditOf(person: Person, type: string): Promise<number | undefined> {
  const { account } = await sessionOf(stack.base, { ...cookieOf(person) });
  return account?.wallets.find((wallet) => wallet.type === type)?.credit;
}

describe('of somebody who is signed in', () => {
  const address = from('192.0.2.1');

  test('replayed it is charged once; a repeat by Idempotency-Key takes another, and is free', async () => {
    const admission = await admissionOf(stack.base, operation, { ...address, ...cookieOf(owner) });
    const named = { ...address, 'Idempotency-Key': 'replayed' };
    // The cookie is no part of the call: it is admitted already.
    expect(await answerTo(admission, named)).toEqual(answered);
    await expect.poll(() => creditOf(owner, 'test')).toBe(2);
    for (const headers of [named, address, { ...address, ...cookieOf(owner) }, { ...address, ...cookieOf(another) }]) {
      expect(await answerTo(admission, headers)).toEqual(refused);
    }
    const next = await admissionOf(stack.base, operation, { ...address, ...cookieOf(owner) });
    expect(await answerTo(next, named)).toEqual(answered);
    expect(await creditOf(owner, 'test')).toBe(2);
  });

  test('it is of one wallet, operation, address and origin, and what is refused does not use it up', async () => {
    const mine = { ...address, ...cookieOf(owner) };
    const admission = await admissionOf(stack.base, operation, mine);
    expect(await answerTo(admission, mine, 'car-layers-base64')).toEqual(refused);
    expect(await answerTo(admission, { ...mine, ...from('192.0.2.99') })).toEqual(refused);
    const strange = { ...mine, Origin: 'https://evil.example' };
    expect(await answerTo(admission, strange)).toEqual([403, 'STRANGE_ORIGIN']);
    const noPicture = { 'X-Admission': admission, ...mine };
    const answer = await sendAdmitted(stack.base, operation, Buffer.from('no picture'), noPicture);
    expect([answer.status, await answer.json()]).toMatchObject([415, {}]);
    // Another person may be signed in, and another wallet named: it is the one that it was asked for.
    const theirs = { ...address, ...cookieOf(another), 'X-Wallet': 'live' };
    await expect.poll(() => answerTo(admission, theirs)).toEqual(answered);
    await expect.poll(() => creditOf(owner, 'test')).toBe(1);
    expect([await creditOf(owner, 'live'), await creditOf(another, 'test'), await creditOf(another, 'live')]).toEqual([
      ...[1, 3, 1],
    ]);
  });

  test('is given to pages of this service, with the token of the session', async () => {
    const visitor = await sessionOf(stack.base);
    const stranger = await sessionOf(stack.base, cookieOf(another));
    const attacks: readonly Headers[] = [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'X-CSRF-Token': '' },
      { 'X-CSRF-Token': visitor.csrf_token },
      { 'X-CSRF-Token': stranger.csrf_token },
    ];
    for (const headers of attacks) {
      const answer = await askAdmission(stack.base, operation, { ...cookieOf(owner), ...headers });
      expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([403, 'STRANGE_ORIGIN']);
    }
  });
});

describe('of the trial', () => {
  test('replayed it is no further photo, and many of them are no more than a day has', async () => {
    const address = from('192.0.2.2');
    const admissions = await Promise.all(
      Array.from({ length: perDay + 2 }, () => admissionOf(stack.base, operation, address)),
    );
    expect(await answerTo(admissions[0], address)).toEqual(answered);
    expect(await answerTo(admissions[0], address)).toEqual(refused);
    expect(await answerTo(admissions[1], address)).toEqual(answered);
    expect(await answerTo(admissions[2], address)).toEqual([429, 'TRIAL_USED_UP']);
    // Another address has its own day, and needs its own.
    expect(await answerTo(admissions[3], from('192.0.2.3'))).toEqual(refused);
    expect((await sessionOf(stack.base, from('192.0.2.3'))).trial.left).toBe(perDay);
    expect((await sessionOf(stack.base, address)).trial.left).toBe(0);
  });

  test('of calls that come at once with the same, one is answered', async () => {
    const address = from('192.0.2.4');
    const admission = await admissionOf(stack.base, operation, address);
    const answers = await Promise.all(Array.from({ length: 6 }, () => answerTo(admission, address)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([status]) => status === 401)).toHaveLength(5);
    await expect.poll(async () => (await sessionOf(stack.base, address)).trial.left).toBe(perDay - 1);
  });
});
