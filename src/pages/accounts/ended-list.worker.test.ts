/** Every way in which a key ends is listed, and it ends too where it cannot be. */
import { env } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { adminHarness, json } from '../../money/keys/admin-harness.ts';
import { type AccountsEnv, accountsSetup } from './environment.ts';
import { endKey, makeKey, ownKey, rotateKey } from './own-keys.ts';

const dayMs = 86_400_000;
const atMs = Date.UTC(2026, 5, 1);
let lines: { key: string; ends: string }[] = [];
let answer: () => Response;

const list = {
  fetch: async (_address: unknown, init?: RequestInit) => {
    lines.push(JSON.parse(String(init?.body)));
    return answer();
  },
} as Pick<Fetcher, 'fetch'>;
const bindings = { ...env, SESSION_SECRET: 'a secret of lists that is long enough', ENDED_LIST: list };
const admin = adminHarness(bindings);

function setupWith(changes: Partial<AccountsEnv> = {}) {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, ...changes });
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}

async function newKey() {
  const accountId = crypto.randomUUID();
  const made = await makeKey(accountId, 'test', { name: null, operations: null, limit: null }, setupWith());
  if (made === 'full') throw new Error('A new wallet is full');
  return { accountId, id: made.record.id };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function listing(): void {
  lines = [];
  answer = () => new Response(null, { status: 204 });
}

test('by its owner: at once, in some days, or with the one that takes its place', async () => {
  listing();
  const [one, rotated] = [await newKey(), await newKey()];
  const before = Date.now();
  await endKey(one.accountId, one.id, 3, setupWith());
  for (let time = 0; time < 3; time++) await endKey(one.accountId, one.id, 0, setupWith());
  await rotateKey(rotated.accountId, rotated.id, 7, setupWith());
  expect(lines.map(({ key }) => key)).toEqual([one.id, one.id, rotated.id]);
  const days = lines.map(({ ends }) => Math.floor((Date.parse(ends) - before) / dayMs));
  expect(days).toEqual([3, 0, 7]);
});

test('by the operator: at once, or at a date', async () => {
  listing();
  const [one, other] = [await admin.create(), await admin.create()];
  await json(admin.send('PUT', `/keys/${one.id}/end`, { at: '2100-01-01' }));
  await json(admin.send('POST', `/keys/${other.id}/revoke`));
  expect(lines).toMatchObject([
    { key: one.id, ends: expect.stringMatching(/^(2099-12-31|2100-01-0[12])T/) },
    { key: other.id },
  ]);
  expect(Date.parse(lines[1].ends)).toBeGreaterThan(atMs);
});

test.each([
  ['refuses', () => new Response(null, { status: 500 })],
  [
    'cannot be reached',
    () => {
      throw new Error('gone');
    },
  ],
])('a key ends too where the list %s, which the log says', async (_, failing) => {
  listing();
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { accountId, id } = await newKey();
  answer = failing;
  expect(await endKey(accountId, id, 0, setupWith())).toBe(true);
  expect((await ownKey(accountId, id, setupWith()))?.state.revoked).toBe(true);
  expect(said.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
    { event: 'end-not-listed', key: id },
  ]);
});

test('a deployment may have no list', async () => {
  const { accountId, id } = await newKey();
  expect(await endKey(accountId, id, 0, setupWith({ ENDED_LIST: undefined }))).toBe(true);
});
