/** Each side is broken, is mended, and then both agree: nobody gets or loses a credit, and nothing that ended works again. */
import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import type { DifferenceKind, DirectoryMending, DirectoryPage } from '../../money/keys/answers.ts';
import { addKey } from '../../money/keys/directory.ts';
import { createKeyId } from '../../money/keys/format.ts';
import { directoryAdmin } from './directory-admin.ts';
import { compareWallets, mendWallet } from './directory-audit.ts';
import { makeAccount, openWallet } from './testing/account.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret of the audit that is long enough' };
const { DIRECTORY } = bindings;
const terms = { ratePerMinute: 1000, operations: null, limit: null };
const dayMs = 86_400_000;

async function ask(method: string, path: string, token = env.ADMIN_TOKEN): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}` };
  return directoryAdmin.request(`http://127.0.0.1${path}`, { method, headers }, bindings);
}

const kindsOf = (differences: readonly { kind: DifferenceKind }[]) => differences.map(({ kind }) => kind).sort();

/** The differences of one wallet, as the admin API lists them. */
async function compared(wallet: string): Promise<DirectoryPage['differences']> {
  const all: DirectoryPage['differences'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: Response = await ask('GET', cursor ? `/?cursor=${cursor}` : '/');
    const page: DirectoryPage = await answer.json();
    all.push(...page.differences);
    cursor = page.next_cursor;
  }
  return all.filter((difference) => difference.wallet === wallet);
}

async function mended(wallet: string): Promise<DirectoryMending['differences']> {
  const answer = await ask('POST', `/${wallet}/mend`);
  expect(answer.status).toBe(200);
  return (await answer.json<DirectoryMending>()).differences;
}

const run = (statement: string, ...values: unknown[]) =>
  DIRECTORY.prepare(statement)
    .bind(...values)
    .run();

/** An account's wallet of 5 credits in which both sides agree, with one key. */
async function soundWallet() {
  const { id: accountId } = await makeAccount(env);
  const { wallet, hiddenKeyId, ledger } = await openWallet(env, accountId, 'test', 5);
  await run('UPDATE account_wallet SET opened_at = 1, credited_at = 1 WHERE wallet = ?', wallet);
  // `openWallet` gives its ledger a key that no list has.
  const known = (await ledger.allKeys())?.keys.find(({ isHidden }) => !isHidden)?.id ?? '';
  const record = { wallet, type: 'test', hint: 'Wx9z', label: null, createdAtMs: 1, revokedAtMs: null } as const;
  await addKey(DIRECTORY, { id: known, ...record });
  /** Adds a key that both sides know. */
  const add = async (id = createKeyId()) => {
    await ledger.addKey({ ...terms, keyId: id, keyHash: id });
    await addKey(DIRECTORY, { id, ...record });
    return id;
  };
  const isAdmitted = async (id: string) => {
    const key = { hash: id === known ? wallet : id };
    const admission = await ledger.admit({ key, operation: 'alpha-channel', requestId: 'r', idempotencyKey: null });
    if (admission.outcome === 'admitted') await ledger.release(admission.holdId);
    return admission.outcome === 'admitted';
  };
  return { accountId, wallet, hiddenKeyId, ledger, known, record, add, isAdmitted };
}

type Sound = Awaited<ReturnType<typeof soundWallet>>;

/** Ways in which one side comes to differ, and what is found then. */
const breaks = {
  'a key that the ledger lacks': {
    kind: 'key-not-in-ledger',
    break: ({ record }) => addKey(DIRECTORY, { id: createKeyId(), ...record }),
  },
  'a key that the list lacks': {
    kind: 'key-not-listed',
    break: async ({ ledger }) => {
      const id = createKeyId();
      await ledger.addKey({ ...terms, keyId: id, keyHash: id });
    },
  },
  'a key that ended in the list alone': {
    kind: 'end-not-in-ledger',
    break: async ({ add }) => run('UPDATE keys SET revoked_at = 7 WHERE id = ?', await add()),
  },
  'a key that is to end by the list alone': {
    kind: 'end-not-in-ledger',
    break: async ({ add }) => run('UPDATE keys SET revoked_at = ? WHERE id = ?', Date.now() + dayMs, await add()),
  },
  'a key that ended in the ledger alone': {
    kind: 'end-not-listed',
    break: async ({ add, ledger }) => ledger.endKey(await add(), null),
  },
  'a later end in the ledger': {
    kind: 'end-not-listed',
    break: async ({ add, ledger }) => {
      const id = await add();
      await run('UPDATE keys SET revoked_at = ? WHERE id = ?', Date.now() + dayMs, id);
      await ledger.endKey(id, Date.now() + 2 * dayMs);
    },
  },
  'a key of another owner': {
    kind: 'other-owner',
    break: async ({ add }) => run('UPDATE keys SET account_id = ? WHERE id = ?', 'somebody', await add()),
  },
  'a hidden key that the ledger lacks': {
    kind: 'no-hidden-key',
    break: ({ wallet }) => run('UPDATE account_wallet SET hidden_key_id = ? WHERE wallet = ?', createKeyId(), wallet),
  },
} as const satisfies Record<string, { kind: DifferenceKind; break: (sound: Sound) => Promise<unknown> }>;

type Break = keyof typeof breaks;
const names = Object.keys(breaks) as Break[];

test('sides that agree are left as they are', async () => {
  const { wallet } = await soundWallet();
  expect(await compared(wallet)).toEqual([]);
  expect(await mended(wallet)).toEqual([]);
});

test.each(names)('%s is found, and mended once', async (name) => {
  const sound = await soundWallet();
  await breaks[name].break(sound);
  expect(kindsOf(await compared(sound.wallet))).toEqual([breaks[name].kind]);
  expect(await mended(sound.wallet)).toMatchObject([{ kind: breaks[name].kind, mended: true }]);
  expect(await compared(sound.wallet)).toEqual([]);
  expect(await mended(sound.wallet)).toEqual([]);
  expect(await sound.ledger.walletBalance()).toMatchObject({ balance: 5 });
  expect(await sound.isAdmitted(sound.known)).toBe(true);
});

describe('of accounts', () => {
  test('that left while the ledger did not hear of it: the wallet is closed', async () => {
    const { accountId, wallet, known, hiddenKeyId, ledger, isAdmitted } = await soundWallet();
    await run('DELETE FROM accounts WHERE id = ?', accountId);
    const kinds = ['other-owner', 'owner-gone', 'owner-left'];
    expect(kindsOf(await compared(wallet))).toEqual(kinds);
    expect(kindsOf((await mended(wallet)).filter((each) => each.mended))).toEqual(kinds);
    expect(await compared(wallet)).toEqual([]);
    expect(await isAdmitted(known)).toBe(false);
    expect(await ledger.keyState(hiddenKeyId)).toMatchObject({ suspended: true, revoked: true });
  });

  test('whose deletion broke off are named, and not mended', async () => {
    const { wallet, hiddenKeyId, ledger } = await soundWallet();
    await ledger.endKey(hiddenKeyId, null);
    expect(await mended(wallet)).toMatchObject([{ kind: 'hidden-key-ended', mended: false }]);
    expect(kindsOf(await compared(wallet))).toEqual(['hidden-key-ended']);
  });

  test('whose ledger was lost get it anew, with the credits of their sign-up once', async () => {
    const { wallet, hiddenKeyId } = await soundWallet();
    const lost = 'test_000000lost';
    await run('UPDATE account_wallet SET wallet = ? WHERE wallet = ?', lost, wallet);
    await run('UPDATE keys SET wallet = ? WHERE wallet = ?', lost, wallet);
    const kinds = ['key-not-in-ledger', 'no-ledger'];
    expect(kindsOf(await compared(lost))).toEqual(kinds);
    expect(kindsOf((await mended(lost)).filter((each) => each.mended))).toEqual(kinds);
    expect(await compared(lost)).toEqual([]);
    const ledger = env.LEDGERS.getByName(lost);
    expect(await ledger.keyState(hiddenKeyId)).toMatchObject({ suspended: false, revoked: false });
    const references = (await ledger.entries(9, null)).map(({ reference }) => reference);
    expect(references).toEqual([expect.stringMatching(/^sign-up:/), null]);
  });
});

test('a ledger without an account that was lost stays so: its keys are listed as ended', async () => {
  const { record } = await soundWallet();
  const lost = 'live_000000lost';
  await addKey(DIRECTORY, { id: createKeyId(), ...record, wallet: lost, type: 'live' });
  expect(await mended(lost)).toMatchObject([
    { kind: 'no-ledger', mended: false },
    { kind: 'key-not-in-ledger', mended: true },
  ]);
  expect(await compared(lost)).toEqual([]);
});

test('a key that is just being made is listed as it is, though an audit was faster', async () => {
  const { wallet, ledger, record } = await soundWallet();
  const id = createKeyId();
  await ledger.addKey({ ...terms, keyId: id, keyHash: id });
  await mended(wallet);
  await addKey(DIRECTORY, { id, ...record, label: 'mine' });
  expect(await DIRECTORY.prepare('SELECT hint, label FROM keys WHERE id = ?').bind(id).first()).toEqual({
    hint: 'Wx9z',
    label: 'mine',
  });
  await expect(addKey(DIRECTORY, { id, ...record })).rejects.toThrow();
});

/** Ledgers of which the call of that number fails: before it is done, or its answer is lost. */
function failing(at: number, when: 'before' | 'after') {
  let calls = 0;
  const getByName = (name: string): LedgerCalls =>
    new Proxy(env.LEDGERS.getByName(name), {
      get(ledger, called) {
        return async (...given: unknown[]) => {
          const fails = calls++ === at;
          if (fails && when === 'before') throw new Error('out of reach');
          const answer = await Reflect.get(ledger, called)(...given);
          if (fails) throw new Error('no answer');
          return answer;
        };
      },
    });
  return { getByName };
}

test('many at once, with calls that fail half-way: what ended stays ended, what works works on, and no credit moves', async () => {
  const broken = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 8 });
  const faults = fc.array(fc.record({ at: fc.nat(6), when: fc.constantFrom('before' as const, 'after' as const) }), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(broken, faults, async (ways, failures) => {
      const sound = await soundWallet();
      for (const way of ways) await breaks[way].break(sound);
      const before = await keysOf(sound.wallet);
      for (const { at, when } of failures) {
        await mendWallet({ ...bindings, LEDGERS: failing(at, when) }, null, sound.wallet).catch(() => {});
      }
      await mended(sound.wallet);
      expect(await compared(sound.wallet)).toEqual([]);
      expect(await sound.ledger.walletBalance()).toMatchObject({ balance: 5 });
      expect(await sound.ledger.audit(null)).toMatchObject({ fault: null });
      const after = await keysOf(sound.wallet);
      for (const [id, { ledger, listed }] of before) {
        const hadEnded = [ledger, listed].includes('ended') || ledger === 'none';
        expect([id, await sound.isAdmitted(id)]).toEqual([id, !hadEnded]);
        expect(after.get(id)?.listed).toBe(hadEnded ? 'ended' : 'goes on');
      }
    }),
    { numRuns: 12 },
  );
});

type End = 'none' | 'ended' | 'goes on';

/** Each key of a wallet, hidden ones aside, as each side has it. */
async function keysOf(wallet: string): Promise<Map<string, { ledger: End; listed: End }>> {
  const end = (endsAtMs: number | null): End => (endsAtMs !== null && endsAtMs <= Date.now() ? 'ended' : 'goes on');
  const keys = new Map<string, { ledger: End; listed: End }>();
  for (const { id, isHidden, endsAtMs } of (await env.LEDGERS.getByName(wallet).allKeys())?.keys ?? []) {
    if (!isHidden) keys.set(id, { ledger: end(endsAtMs), listed: 'none' });
  }
  const statement = 'SELECT id, revoked_at FROM keys WHERE wallet = ?';
  const { results } = await DIRECTORY.prepare(statement).bind(wallet).all<{ id: string; revoked_at: number | null }>();
  for (const { id, revoked_at } of results) {
    keys.set(id, { ledger: keys.get(id)?.ledger ?? 'none', listed: end(revoked_at) });
  }
  return keys;
}

test('all wallets are compared, page by page', async () => {
  const wallets = await Promise.all(Array.from({ length: 24 }, soundWallet));
  for (const sound of wallets) await breaks['a key that the list lacks'].break(sound);
  for (const { wallet } of wallets) expect(await compared(wallet)).toHaveLength(1);
});

test('is for wallets alone', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { wallet } = await soundWallet();
  expect((await ask('POST', '/nobody/mend')).status).toBe(404);
  expect((await ask('GET', `/${wallet}/mend`)).status).toBe(405);
  expect((await ask('GET', '/?length=3')).status).toBe(422);
});

test('a ledger that cannot be read is named, and the others are compared', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const [damaged, sound] = [await soundWallet(), await soundWallet()];
  await run('UPDATE keys SET account_id = NULL WHERE wallet = ?', sound.wallet);
  const failing = async () => {
    throw new Error('SQLITE_CORRUPT');
  };
  const LEDGERS = {
    getByName: (name: string) =>
      name === damaged.wallet
        ? new Proxy(env.LEDGERS.getByName(name), { get: () => failing })
        : env.LEDGERS.getByName(name),
  };
  const found: { readonly wallet: string; readonly kind: DifferenceKind }[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page = await compareWallets({ ...bindings, LEDGERS }, next);
    found.push(...page.differences);
    next = page.next;
  }
  const of = ({ wallet }: { wallet: string }) => kindsOf(found.filter((each) => each.wallet === wallet));
  expect([of(damaged), of(sound)]).toEqual([['ledger-unreadable'], ['other-owner']]);
  const mending = await mendWallet({ ...bindings, LEDGERS }, null, damaged.wallet);
  expect(mending).toMatchObject([{ kind: 'ledger-unreadable', mended: false }]);
});
