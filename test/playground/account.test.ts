/** Calls of the page by somebody who is signed in: which wallet pays, and that nobody else can. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Person } from '../../testing/person.ts';
import { photo, plainPhoto } from '../../testing/photos.ts';
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
  const received = await answer;
  await received.arrayBuffer();
  return [received.status, received.headers.get('X-Error-Code')];
}

describe('somebody who is signed in', () => {
  test('sees the account, with the credits of both wallets', async () => {
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

  test('sees the call among the movements', async () => {
    const { text } = await owner.visit('/dashboard/credits.csv?wallet=test');
    expect(text).toMatch(/,Call,-1,2,/);
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
    const { key: own, id: ownId } = await owner.makeKey();
    const wallet = own.slice(0, 15);
    const { entries } = (await (await stack.admin('GET', `/keys/${ownId}`)).json()) as {
      entries: readonly { readonly kind: string; readonly key_id: string }[];
    };
    const hidden = entries.find(({ kind }) => kind === 'charge')?.key_id ?? '';
    expect(hidden).toMatch(/^key_/);
    for (const key of [hidden, `${wallet}${hidden}`, own.slice(0, 15) + hidden.slice(4).padEnd(28, '0'), wallet]) {
      const headers = { 'X-API-Key': key };
      expect((await fetch(`${stack.base}/available-credit`, { headers })).status).toBe(401);
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(small)]), 'photo');
      const picture = await fetch(`${stack.base}/v1.0/alpha-channel`, { method: 'POST', headers, body: form });
      expect(picture.status).toBe(401);
    }
    expect((await stack.admin('GET', `/keys/${hidden}`)).status).toBe(404);
    expect(await (await stack.admin('GET', '/keys')).text()).not.toContain(hidden);
    for (const path of ['/dashboard', '/dashboard/keys', '/dashboard/credits', '/dashboard/credits.csv']) {
      expect((await owner.visit(path)).text, path).not.toContain(hidden);
    }
    expect(await walletsOf(owner)).toEqual({ test: 2, live: 0 });
  });

  test('is not made by a cookie that is none', async () => {
    const cookies = { Cookie: cookieOf(owner).Cookie.replace(/=.{8}/, '=AAAAAAAA') };
    expect(await sessionOf(stack.base, cookies)).toMatchObject({ account: null });
  });
});
