/**
 * KEY_HASH_SECRET, ADMIN_TOKEN and SESSION_SECRET get other values while calls come, step by step as docs/secrets.md says: first every isolate
 * accepts the new value, then it makes new things, then the former one goes. Isolates of two steps answer at the same time.
 */
import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withPages } from '../local/deployment/testing/pages-beside.ts';
import type { SecretCounts } from '../money/keys/answers.ts';
import { base } from '../pages/site/testing/deployment.ts';
import { type Browser, signedInBrowser } from '../pages/site/testing/signed-in.ts';
import { Playground } from './admit/playground-entrypoint.ts';
import { app } from './app.ts';
import type { Environment } from './environment.ts';

const common = { ...env, SUPPORT_EMAIL: 'help@example.com', ADDRESS_WALL: undefined, SESSION_SECRET: undefined };
const [former, today] = ['former secret of keys', 'secret of keys of today'];
const [formerToken, token] = ['former admin token', 'admin token of today'];
const steps = {
  before: { KEY_HASH_SECRET: former, ADMIN_TOKEN: formerToken },
  acceptingBoth: {
    ...{ KEY_HASH_SECRET: former, KEY_HASH_SECRETS_OLD: today },
    ...{ ADMIN_TOKEN: formerToken, ADMIN_TOKENS_OLD: token },
  },
  changed: {
    ...{ KEY_HASH_SECRET: today, KEY_HASH_SECRETS_OLD: former },
    ...{ ADMIN_TOKEN: token, ADMIN_TOKENS_OLD: formerToken },
  },
  after: { KEY_HASH_SECRET: today, ADMIN_TOKEN: token },
} as const;
type Step = keyof typeof steps;
/** The same object for a step each time: isolates check their settings once. */
const isolates = Object.fromEntries(
  Object.entries(steps).map(([step, set]) => [step, withPages({ ...common, ...set }, createExecutionContext())]),
);

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

async function send(step: Step, path: string, init: RequestInit = {}): Promise<Response> {
  const context = createExecutionContext();
  const answer = await app.fetch(new Request(`https://edge${path}`, init), isolates[step], context);
  const body = await answer.arrayBuffer();
  await waitOnExecutionContext(context);
  return new Response(body, answer);
}

const admin = (step: Step, shown: string, method: string, path: string, body?: object) =>
  send(step, `/admin${path}`, {
    method,
    headers: { Authorization: `Bearer ${shown}` },
    ...(body && { body: JSON.stringify(body) }),
  });

async function createKey(step: Step, shown: string) {
  const made = await admin(step, shown, 'POST', '/keys', { type: 'test', credits: 7, rate_per_minute: 1000 });
  expect(made.status).toBe(201);
  return made.json<{ id: string; key: string }>();
}

const balance = async (step: Step, key: string) => {
  const answer = await send(step, '/available-credit', { headers: { 'X-API-Key': key } });
  return answer.status === 200 ? (await answer.json<{ credit: number }>()).credit : answer.status;
};

const countsOf = async (step: Step, shown: string) =>
  (await admin(step, shown, 'GET', '/secrets')).json<SecretCounts>();
const keysOf = ({ values, missing }: SecretCounts) => [values.map(({ keys }) => keys), missing.keys];

test('no call and no operator is refused, credits stay, and the counts say when the former value can go', async () => {
  await common.DIRECTORY.prepare('DELETE FROM keys').run();
  const keys: { id: string; key: string }[] = [];
  const answers: unknown[] = [];
  let pair: readonly [Step, Step] = ['before', 'before'];
  let isOver = false;
  // Four callers without a pause, each with every key that is there, at isolates of either step.
  const load = Array.from({ length: 4 }, async (_, caller) => {
    for (let call = caller; !isOver; call++) {
      const { key } = keys[call % keys.length] ?? {};
      answers.push(key ? await balance(pair[call % 2], key) : 7);
      await scheduler.wait(0);
    }
  });
  const moments: readonly (readonly [Step, Step, string])[] = [
    ['before', 'before', formerToken],
    ['before', 'acceptingBoth', formerToken],
    ['acceptingBoth', 'acceptingBoth', formerToken],
    ['acceptingBoth', 'changed', token],
    ['acceptingBoth', 'changed', formerToken],
    ['changed', 'changed', token],
  ];
  const counted: unknown[] = [];
  for (const [one, other, shown] of moments) {
    pair = [one, other];
    for (const step of [one, other]) keys.push(await createKey(step, shown));
    counted.push(keysOf(await countsOf(other, shown)));
    await scheduler.wait(20);
  }
  isOver = true;
  await Promise.all(load);
  expect(answers.length).toBeGreaterThan(20);
  expect(new Set(answers)).toEqual(new Set([7]));
  // Of today's value and the others: of twelve keys the isolates of the last step made four.
  expect(counted).toEqual([
    [[2], 0],
    [[4, 0], 0],
    [[6, 0], 0],
    [[1, 7], 0],
    [[2, 8], 0],
    [[4, 8], 0],
  ]);

  // Keys of the former value end, and the count falls to nothing: then it can go.
  const ofFormer = [0, 1, 2, 3, 4, 5, 6, 8].map((index) => keys[index]);
  for (const { id } of ofFormer.slice(1)) await admin('changed', token, 'POST', `/keys/${id}/revoke`);
  expect(keysOf(await countsOf('changed', token))).toEqual([[4, 1], 0]);
  // One that is needed and not set is counted, and all else goes on.
  expect(keysOf(await countsOf('after', token))).toEqual([[4], 1]);
  expect(await balance('after', ofFormer[0].key)).toBe(401);
  const left = keys.filter((key) => !ofFormer.includes(key));
  expect(await Promise.all(left.map(({ key }) => balance('after', key)))).toEqual([7, 7, 7, 7]);
  expect((await admin('after', formerToken, 'GET', '/secrets')).status).toBe(401);
});

test('a call of the playground is admitted by an isolate of the next step or the one before, and of a value that is gone by none', async () => {
  const call = { operation: 'alpha-channel', payer: null, address: 'nowhere' } as const;
  const sign = (step: Step) => new Playground(createExecutionContext(), isolates[step] as Environment).admission(call);
  const codeAt = async (step: Step, admission: string) => {
    const headers = { Origin: 'https://edge', 'X-Admission': admission };
    const answer = await send(step, '/playground/alpha-channel', { method: 'POST', headers, body: new FormData() });
    return answer.headers.get('X-Error-Code');
  };
  const orders: readonly (readonly [Step, Step])[] = [
    ['before', 'acceptingBoth'],
    ['acceptingBoth', 'before'],
    ['acceptingBoth', 'changed'],
    ['changed', 'acceptingBoth'],
    ['changed', 'after'],
  ];
  // Admitted, and refused for what was sent.
  for (const [signing, taking] of orders) expect(await codeAt(taking, await sign(signing))).toBe('VALIDATION_ERROR');
  expect(await codeAt('after', await sign('before'))).toBe('INVALID_ADMISSION');
  expect(await codeAt('before', await sign('after'))).toBe('INVALID_ADMISSION');
});

test('no session ends while SESSION_SECRET changes, whichever isolate a page comes from', async () => {
  const [old, now] = ['former secret of sessions long enough', 'secret of sessions of today long enough'];
  const set = { ...common, KEY_HASH_SECRET: today, ADMIN_TOKEN: token, PUBLIC_URL: base };
  const deployments = [
    { ...set, SESSION_SECRET: old },
    { ...set, SESSION_SECRET: old, SESSION_SECRETS_OLD: now },
    { ...set, SESSION_SECRET: now, SESSION_SECRETS_OLD: old },
    // Then the former value goes, and with it what was made under it alone.
    { ...set, SESSION_SECRET: now },
  ];
  const beside = deployments.map((each) => withPages(each, createExecutionContext()));
  const browsers: Browser[] = [];
  const visit = async (place: number, cookie: string) => {
    const context = createExecutionContext();
    const request = new Request(`${base}/dashboard/keys`, { headers: { Cookie: cookie } });
    const answer = await app.fetch(request, beside[place], context);
    await answer.arrayBuffer();
    await waitOnExecutionContext(context);
    return answer.status;
  };
  const statuses: number[] = [];
  for (const [one, other] of [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 2],
  ]) {
    for (const place of [one, other]) browsers.push(await signedInBrowser(base, deployments[place]));
    const visits = browsers.flatMap(({ cookie }) => [visit(one, cookie), visit(other, cookie)]);
    statuses.push(...(await Promise.all(visits)));
  }
  expect(statuses).toEqual(Array(statuses.length).fill(200));
  const after = await Promise.all(browsers.map(({ cookie }) => visit(3, cookie)));
  expect(after).toEqual([303, 303, 303, 303, 303, 303, 303, 200, 200, 200]);
});

test('keys of versions before are of the value that was set alone, else of the oldest', async () => {
  const directory = common.DIRECTORY;
  const unmarked = async () => {
    await directory.prepare('DELETE FROM keys').run();
    await createKey('before', formerToken);
    await directory.prepare('UPDATE keys SET secret = NULL').run();
  };
  await unmarked();
  expect(keysOf(await countsOf('changed', token))).toEqual([[0, 1], 0]);
  // Counted once before the change, they are known ever after.
  expect(keysOf(await countsOf('before', formerToken))).toEqual([[1], 0]);
  expect(keysOf(await countsOf('after', token))).toEqual([[0], 1]);
});
