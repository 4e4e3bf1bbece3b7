/** Calls of the page by somebody who is signed in: which wallet pays, and that nobody else can. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Person } from '../accounts/person.ts';
import { photo, plainPhoto } from '../photos.ts';
import { type Stack, startStack } from '../stack.ts';
import { callFromPage, sessionOf } from './page.ts';

const credits = { SIGNUP_CREDITS: '3', SIGNUP_CREDITS_LIVE: '1' };

let stack: Stack;
let small: Buffer;
let owner: Person;

beforeAll(async () => {
  stack = await startStack({ edgeVariables: { ...credits, TRIAL_PER_DAY_TOTAL: '1' } });
  small = await photo();
  owner = new Person(stack.base);
  await owner.join('owner@example.org', 'a long password', 'Olga');
});
afterAll(() => stack?.stop());

const cookieOf = (person: Person) => ({
  Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});
const call = (headers: Record<string, string> = {}, file = small) =>
  callFromPage(stack.base, 'alpha-channel', file, { ...cookieOf(owner), ...headers });

async function walletsOf(person: Person): Promise<Record<string, number>> {
  const { account } = await sessionOf(stack.base, cookieOf(person));
  return Object.fromEntries((account?.wallets ?? []).map(({ type, credit }) => [type, credit]));
}

async function statusOf(answer: Promise<Response>): Promise<[number, string | null]> {
  const { status, headers, ...rest } = await answer.then(async (got) => {
    await got.arrayBuffer();
    return got;
  });
  return [status, headers?.get('X-Error-Code') ?? Object(rest).code ?? null];
}

describe('somebody who is signed in', () => {
  test('is told so, with what both wallets can spend', async () => {
    expect(await sessionOf(stack.base, cookieOf(owner))).toMatchObject({
      account: {
        email: 'owner@example.org',
        wallets: [
          { type: 'test', credit: 3 },
          { type: 'live', credit: 1 },
        ],
      },
    });
  });

  test('spends from the test wallet, exactly once a picture, of any size; the trial is left alone', async () => {
    expect(await statusOf(call({}, await plainPhoto(900, 700)))).toEqual([200, null]);
    await expect.poll(() => walletsOf(owner)).toEqual({ test: 2, live: 1 });
    expect(await statusOf(call({}, Buffer.from('no picture')))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    await expect.poll(() => walletsOf(owner)).toEqual({ test: 2, live: 1 });
    expect((await sessionOf(stack.base)).trial.left).toBe(1);
  });

  test('spends from the live wallet by choice, until that is empty', async () => {
    expect(await statusOf(call({ 'X-Wallet': 'live' }))).toEqual([200, null]);
    await expect.poll(() => walletsOf(owner)).toEqual({ test: 2, live: 0 });
    expect(await statusOf(call({ 'X-Wallet': 'live' }))).toEqual([402, 'INSUFFICIENT_CREDITS']);
    expect(await statusOf(call({ 'X-Wallet': 'gold' }))).toEqual([422, 'VALIDATION_ERROR']);
    expect(await walletsOf(owner)).toEqual({ test: 2, live: 0 });
  });

  test('sees the call among the movements, under a key that is in no list', async () => {
    const page = await owner.look('/dashboard/credits');
    expect(page.text).toMatch(/charge|Picture|−1|-1/i);
    const keys = await (await stack.admin('GET', '/keys')).text();
    expect(keys).not.toContain('owner@example.org');
    const listed = await owner.look('/dashboard');
    expect(listed.text).not.toMatch(/key_[0-9A-Za-z]+/);
  });
});

describe('a call in the name of somebody else', () => {
  test('needs the token of the session', async () => {
    const visitor = await sessionOf(stack.base);
    expect(await statusOf(call({ 'X-CSRF-Token': visitor.csrf_token }))).toEqual([403, 'STRANGE_ORIGIN']);
    expect(await statusOf(call({ 'X-CSRF-Token': '' }))).toEqual([403, 'STRANGE_ORIGIN']);
    const another = new Person(stack.base);
    await another.join('another@example.org', 'a long password', 'Ada');
    const theirs = await sessionOf(stack.base, cookieOf(another));
    expect(await statusOf(call({ 'X-CSRF-Token': theirs.csrf_token }))).toEqual([403, 'STRANGE_ORIGIN']);
    expect(await statusOf(call({ Origin: 'https://evil.example' }))).toEqual([403, 'STRANGE_ORIGIN']);
    expect(await walletsOf(owner)).toEqual({ test: 2, live: 0 });
  });

  test('is not made by the id of a hidden key, wherever that is sent', async () => {
    const { results } = await hiddenKeys();
    expect(results.length).toBeGreaterThan(0);
    for (const { id, wallet } of results) {
      for (const key of [id, `${wallet}${id}`, wallet]) {
        const headers = { 'X-API-Key': key };
        const credit = await fetch(`${stack.base}/available-credit`, { headers });
        expect(credit.status).toBe(401);
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(small)]), 'photo');
        const picture = await fetch(`${stack.base}/v1.0/alpha-channel`, { method: 'POST', headers, body: form });
        expect(picture.status).toBe(401);
      }
    }
    expect(await walletsOf(owner)).toEqual({ test: 2, live: 0 });
  });

  test('is not made by a cookie that is none', async () => {
    const cookies = { Cookie: cookieOf(owner).Cookie.replace(/=.{8}/, '=AAAAAAAA') };
    expect(await sessionOf(stack.base, cookies)).toMatchObject({ account: null });
  });
});

/** Wallets and hidden keys, as the movements of the owner name them. */
async function hiddenKeys(): Promise<{ results: readonly { id: string; wallet: string }[] }> {
  const csv = await owner.look('/dashboard/credits.csv');
  const page = csv.status === 200 ? csv.text : (await owner.look('/dashboard/credits')).text;
  const ids = [...new Set([...page.matchAll(/\bkey_[0-9A-Za-z]+/g)].map(([id]) => id))];
  return { results: ids.map((id) => ({ id, wallet: 'test_ABCDEFGHIJ' })) };
}
