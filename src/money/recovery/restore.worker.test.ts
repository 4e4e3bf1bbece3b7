/**
 * A deployment goes back to a moment and nothing else is lost: ledgers are real, Cloudflare's history of them and of D1 is a fake of its
 * interface.
 */
import { env } from 'cloudflare:test';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountsSetup } from '../../pages/accounts/environment.ts';
import { deleteForOwner } from '../../pages/operator/account-acts.ts';
import { accountOf } from '../../pages/operator/accounts.ts';
import { adminToken } from '../../pages/operator/audit-log.ts';
import { directoryAdmin } from '../../pages/operator/directory-admin.ts';
import { endedAgainAdmin } from '../../pages/operator/ended-again-admin.ts';
import { makeAccount, openWallet } from '../../pages/operator/testing/account.ts';
import { billingAdmin } from '../billing/admin.ts';
import { admin } from '../keys/admin.ts';
import { callAdmin } from '../keys/admin-client.ts';
import type { Ask } from '../keys/audit.ts';
import { tidyEndedBucket } from '../keys/ended-list.ts';
import { readKey } from '../keys/format.ts';
import { hashKey } from '../keys/hash.ts';
import { recoveryAdmin } from './admin.ts';
import { type BegunRestore, type RecordList, type RestoreRecord, restoreDeployment } from './restore.ts';
import { standstill } from './standstill.ts';
import { directoryHistory, LedgerHistory } from './testing/history.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret of restores that is long enough', RESTORING: 'on' };
const { DIRECTORY, LEDGERS } = env;

const app = new Hono<{ Bindings: typeof bindings }>();
app.use(standstill);
app.route('/admin/recovery', recoveryAdmin);
app.route('/admin/directory', directoryAdmin);
app.route('/admin/ended-again', endedAgainAdmin);
app.route('/admin/billing', billingAdmin);
app.route('/admin', admin);
app.get('/healthz', (context) => context.text('ready'));

const asking =
  (changes: object = {}): Ask =>
  (call) =>
    callAdmin(
      {
        url: 'http://127.0.0.1',
        token: env.ADMIN_TOKEN,
        send: async (input, init) => app.request(String(input), init as RequestInit, { ...bindings, ...changes }),
      },
      call,
    );
const ask = asking();

/** A record in memory. */
function newRecord() {
  const lists: Record<RecordList, object[]> = { losable: [], lost: [], undo: [] };
  let begun: BegunRestore | null = null;
  const record: RestoreRecord = {
    begun: () => begun,
    keep: (given) => {
      begun = given;
    },
    clear: (list) => lists[list].splice(0),
    add: (list, line) => lists[list].push(line),
    lines: (list) => lists[list],
  };
  return { record, lists };
}

interface Made {
  readonly id: string;
  readonly key: string;
  readonly wallet: string;
}

const create = async (): Promise<Made> =>
  (await ask({ method: 'POST', path: '/keys', body: { type: 'test', credits: 10 } })) as Made;
const ledgerOf = (wallet: string) => LEDGERS.getByName(wallet);
const balanceOf = async ({ id, wallet }: Pick<Made, 'id' | 'wallet'>) => (await ledgerOf(wallet).keyState(id))?.balance;

/** One paid call, under a name if one is given. */
async function charge({ key, wallet }: Made, idempotencyKey: string | null = null): Promise<void> {
  const ledger = ledgerOf(wallet);
  const read = await readKey(key, env.KEY_HASH_SECRET);
  if (!read) throw new Error('This is no key');
  const hash = await hashKey(read, env.KEY_HASH_SECRET);
  const call = { key: { hash }, operation: 'alpha-channel', requestId: crypto.randomUUID(), idempotencyKey } as const;
  const admission = await ledger.admit(call);
  if (admission.outcome !== 'admitted') throw new Error(admission.outcome);
  await ledger.settle(admission.holdId, idempotencyKey === null ? null : 'f'.repeat(64));
}

let said: string[];
beforeEach(async () => {
  said = [];
  // Ledgers of other tests have no history any more.
  await DIRECTORY.batch(['keys', 'account_wallet'].map((table) => DIRECTORY.prepare(`DELETE FROM ${table}`)));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const until = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (line: string) => void said.push(line);

/** Two keys, a key that will be stolen, and an account that will leave; the history of all of them as of a moment. */
async function deploymentAtAMoment() {
  const [quiet, busy, stolen] = [await create(), await create(), await create()];
  const { id: account } = await makeAccount(env);
  const owned = await openWallet(env, account, 'test', 5);
  await DIRECTORY.prepare('UPDATE account_wallet SET opened_at = 1, credited_at = 1 WHERE wallet = ?')
    .bind(owned.wallet)
    .run();
  await charge(quiet);
  await charge(busy, 'order-1');
  await tidyEndedBucket(env, Date.now() - 60_000);
  const wallets = [quiet, busy, stolen, owned].map(({ wallet }) => wallet);
  const histories = wallets.map((wallet) => new LedgerHistory(() => ledgerOf(wallet)));
  for (const history of histories) await history.keep();
  const back = await directoryHistory(DIRECTORY);
  await until(20);
  const atMs = Date.now();
  await until(20);
  return { quiet, busy, stolen, account, owned, atMs, travel: { backTo: back } };
}

test('credits, keys and names are those of the moment, what ended since ends again, and what is lost is listed', async () => {
  const { quiet, busy, stolen, account, owned, atMs, travel } = await deploymentAtAMoment();
  await charge(quiet);
  for (const name of [null, 'order-2', null]) await charge(busy, name);
  await ask({ method: 'POST', path: `/keys/${busy.id}/top-up`, body: { credits: 50 } });
  await ask({ method: 'POST', path: `/keys/${stolen.id}/revoke` });
  const setup = accountsSetup(new Request('http://127.0.0.1/'), bindings);
  if (!setup) throw new Error('Accounts are not set up');
  await deleteForOwner({ actor: adminToken, accountId: account, env: bindings }, setup);
  const later = await create();
  await charge(later);

  const { record, lists } = newRecord();
  expect(await restoreDeployment({ atMs, ask, travel, record, say })).toBe(true);
  expect([await balanceOf(quiet), await balanceOf(busy)]).toEqual([9, 9]);
  expect(await ledgerOf(stolen.wallet).keyState(stolen.id)).toMatchObject({ revoked: true });
  expect(await accountOf(account, env)).toBeNull();
  expect(await ledgerOf(owned.wallet).keyState(owned.hiddenKeyId)).toMatchObject({ revoked: true, suspended: true });
  // What was made since is nobody's: its key is not listed, and admits nothing.
  await expect(ask({ method: 'GET', path: `/keys/${later.id}` })).rejects.toThrow('404');
  expect(await ledgerOf(later.wallet).keyState(later.id)).toMatchObject({ revoked: true });
  const lost = (key: string) => lists.lost.filter((line) => JSON.stringify(line).includes(key)).length;
  expect([lost(quiet.id), lost(busy.id), lists.lost.length]).toEqual([1, 4, 5]);
  expect(lists.lost).toContainEqual({ name: { key: busy.id, name: 'order-2', until: expect.any(String) } });
  expect(JSON.stringify(lists.lost)).not.toContain('order-1');
  expect(said).toEqual([
    // Four, that of the key made since, and the other one of the account, which its deletion has opened.
    '6 wallets go back',
    expect.stringContaining('The directory is as of'),
    expect.stringMatching(/^6 ledgers are as of .*; 1 of wallets made since were closed$/),
    '4 charges and 1 names of Idempotency-Key since are lost',
    '1 keys and 1 accounts are on the list of what ended since.',
    '1 keys and 1 accounts that ended since were ended again',
    // `openWallet` gives its ledger a key that no list has.
    expect.stringMatching(/: 1 differences\.\s[\s\S]* yes +in the ledger, and not listed/),
    expect.stringContaining('all add up'),
  ]);
});

test('a ledger that could not go back is tried again by another run, and nothing is forgotten meanwhile', async () => {
  const { quiet, busy, atMs, travel } = await deploymentAtAMoment();
  await charge(quiet);
  await charge(busy);
  const failing = asking({
    LEDGERS: {
      getByName: (name: string) =>
        new Proxy(ledgerOf(name), {
          get(ledger, called) {
            return async (...given: unknown[]) => {
              if (name === busy.wallet && called === 'prepareRestore') throw new Error('out of reach');
              return Reflect.get(ledger, called)(...given);
            };
          },
        }),
    },
  });
  const { record, lists } = newRecord();
  await expect(restoreDeployment({ atMs, ask: failing, travel, record, say })).rejects.toThrow(
    /^1 ledgers could not go back; run this once more\. The first is \w+: .*out of reach$/,
  );
  expect([await balanceOf(quiet), await balanceOf(busy)]).toEqual([9, 8]);
  await expect(restoreDeployment({ atMs: atMs + 1, ask, travel, record, say })).rejects.toThrow('name another folder');
  expect(lists.losable.filter((line) => JSON.stringify(line).includes(quiet.id))).toHaveLength(2);
});

test('without a list of what ended, the restore says what it cannot know', async () => {
  const { atMs, travel } = await deploymentAtAMoment();
  const { record } = newRecord();
  expect(await restoreDeployment({ atMs, ask: asking({ ENDED: undefined }), travel, record, say })).toBe(false);
  expect(said.join('\n')).toMatch(/There is no list of what ended since, the bucket edgematte-ended: which keys ended/);
});

test.each([
  ['that serves', { RESTORING: 'off' }, 0, 'set RESTORING to on first'],
  ['to a moment to come', {}, 60_000, 'Expected a moment that is past'],
  ['to a moment before the history', {}, -31 * 86_400_000, 'thirty days'],
])('nothing goes back %s', async (_, changes, afterMs, words) => {
  const backTo = vi.fn();
  const terms = { ask: asking(changes), travel: { backTo }, record: newRecord().record, say };
  await expect(restoreDeployment({ ...terms, atMs: Date.now() - 1000 + afterMs })).rejects.toThrow(words);
  expect(backTo).not.toHaveBeenCalled();
});

test('nothing but the admin API is served meanwhile', async () => {
  const refused = await app.request('http://127.0.0.1/healthz', {}, bindings);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60']);
  expect((await app.request('http://127.0.0.1/healthz', {}, { ...bindings, RESTORING: 'off' })).status).toBe(200);
});

test('no ledger goes back while the deployment serves, and where there is no such recovery it says so', async () => {
  const { wallet } = await create();
  const body = { at: new Date().toISOString() };
  const restore = (changes: object) => asking(changes)({ method: 'POST', path: `/recovery/wallets/${wallet}`, body });
  await expect(restore({ RESTORING: 'off' })).rejects.toThrow('Set RESTORING to on first');
  await expect(restore({})).rejects.toThrow('could not go back');
});
