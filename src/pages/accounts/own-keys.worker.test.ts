import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { ApiKey } from '../../money/keys/format.ts';
import { hashKey } from '../../money/keys/hash.ts';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from './environment.ts';
import { changeKey, endKey, makeKey, maxGraceDays, ownKey, ownKeys, rotateKey, successorOfKey } from './own-keys.ts';
import { walletsOf } from './wallets.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret' };
const { LEDGERS } = bindings;
const terms = { name: 'Shop', operations: null, limit: null };

function setupWith(changes: Partial<AccountsEnv> = {}): AccountsSetup {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, ...changes });
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
const setup = setupWith();

/** A key of a new account. */
async function newKey(): Promise<{ readonly accountId: string; readonly id: string }> {
  const accountId = crypto.randomUUID();
  const made = await makeKey(accountId, 'test', terms, setup);
  if (made === 'full') throw new Error('A new wallet is full');
  return { accountId, id: made.record.id };
}

async function successorIn(accountId: string, id: string): Promise<string | null> {
  const own = await ownKey(accountId, id, setup);
  return own && successorOfKey(own, setup);
}

const addingNone = (makeKey: AccountsEnv['KEYS']['makeKey']): Partial<AccountsEnv> => ({
  KEYS: { ...env.KEYS, makeKey },
});
const stateAs = (state: object) => ledgersWith('keyState', async () => state);

/** Ledgers of which one call answers so. */
function ledgersWith(method: string, answer: () => Promise<unknown>): Partial<AccountsEnv> {
  const getByName = (name: string) =>
    new Proxy(LEDGERS.getByName(name), {
      get(ledger, called) {
        if (called === method) return answer;
        return (...given: unknown[]) => Reflect.get(ledger, called)(...given);
      },
    });
  return { LEDGERS: { getByName } };
}

test('a key has one successor', async () => {
  const { accountId, id } = await newKey();
  const made = await rotateKey(accountId, id, 7, setup);
  if (made === null || typeof made === 'string') throw new Error(`Not rotated: ${made}`);
  expect(await successorIn(accountId, id)).toBe(made.record.id);
  expect(await rotateKey(accountId, id, 7, setup)).toBe('replaced');
  expect(await ownKeys(accountId, setup)).toHaveLength(2);
  expect(await rotateKey(accountId, made.record.id, 0, setup)).toMatchObject({ record: { label: 'Shop' } });
});

test('a key that another account names, or that has ended, is not rotated', async () => {
  const { accountId, id } = await newKey();
  expect(await rotateKey('somebody else', id, 0, setup)).toBeNull();
  await rotateKey(accountId, id, 0, setup);
  expect(await rotateKey(accountId, id, 0, setup)).toBeNull();
});

test('a rotation that made no key can be done again', async () => {
  const { accountId, id } = await newKey();
  const full = setupWith(addingNone(async () => 'full'));
  expect(await rotateKey(accountId, id, 0, full)).toBe('full');
  const away = setupWith(addingNone(() => Promise.reject(new Error('out of reach'))));
  await expect(rotateKey(accountId, id, 0, away)).rejects.toThrow('out of reach');
  expect(await successorIn(accountId, id)).toBeNull();
  expect((await ownKey(accountId, id, setup))?.state.revoked).toBe(false);
  expect(await rotateKey(accountId, id, 0, setup)).toMatchObject({ record: { label: 'Shop' } });
});

test('a new key is as it was asked for, in the wallet of its type', async () => {
  const accountId = crypto.randomUUID();
  const asked = { name: 'Shop', operations: ['alpha-channel'], limit: 9 } as const;
  for (const type of ['live', 'test'] as const) {
    const made = await makeKey(accountId, type, asked, setup);
    if (made === 'full') throw new Error('A new wallet is full');
    const { key, record } = made;
    expect(record).toMatchObject({ type, label: 'Shop', hint: String(key).slice(-10, -6), revokedAtMs: null });
    expect([key.startsWith(`${type}_`), record.wallet.startsWith(`${type}_`)]).toEqual([true, true]);
    const own = await ownKey(accountId, record.id, setup);
    expect(own?.record).toEqual(record);
    expect(own?.state).toMatchObject({ operations: ['alpha-channel'], limit: 9, ratePerMinute: 30 });
  }
});

test('a change changes what it names, and the rest stays', async () => {
  const { accountId, id } = await newKey();
  const state = async () => {
    const own = await ownKey(accountId, id, setup);
    return [own?.record.label, own?.state.operations, own?.state.limit];
  };
  expect(await changeKey(accountId, id, { name: 'Office' }, setup)).toBe(true);
  expect(await state()).toEqual(['Office', null, null]);
  await changeKey(accountId, id, { operations: ['alpha-channel'] }, setup);
  expect(await state()).toEqual(['Office', ['alpha-channel'], null]);
  await changeKey(accountId, id, { limit: 0 }, setup);
  expect(await state()).toEqual(['Office', ['alpha-channel'], 0]);
  await changeKey(accountId, id, { name: null, operations: null, limit: null }, setup);
  expect(await state()).toEqual([null, null, null]);
});

test('a key is changed and ended by its own account alone', async () => {
  const { accountId, id } = await newKey();
  expect(await changeKey('somebody else', id, { name: 'Mine' }, setup)).toBe(false);
  expect(await endKey('somebody else', id, 0, setup)).toBe(false);
  expect(await ownKey('somebody else', id, setup)).toBeNull();
  const own = await ownKey(accountId, id, setup);
  expect([own?.record.label, own?.state.revoked]).toEqual(['Shop', false]);
});

test('a key ends at once, or in so many days; list and ledger say the same', async () => {
  const dayMs = 86_400_000;
  expect(maxGraceDays).toBe(30);
  const nowMs = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  const ends = async (days: number) => {
    const { accountId, id } = await newKey();
    expect(await endKey(accountId, id, days, setup)).toBe(true);
    const own = await ownKey(accountId, id, setup);
    return [own?.state.revoked, own?.state.endsAtMs, own?.record.revokedAtMs];
  };
  expect(await ends(0)).toEqual([true, nowMs, nowMs]);
  expect(await ends(7)).toEqual([false, nowMs + 7 * dayMs, nowMs + 7 * dayMs]);
  clock.mockRestore();
});

test('a rotated key hands on its name, its operations, its rate and what is left of its limit', async () => {
  const { accountId, id } = await newKey();
  await changeKey(accountId, id, { operations: ['alpha-channel'], limit: 5 }, setup);
  const ledger = LEDGERS.getByName((await ownKey(accountId, id, setup))?.record.wallet ?? '');
  await ledger.setRate(id, 7);
  const state = await ledger.keyState(id);
  const spent = setupWith(stateAs({ ...state, charged: 3 }));
  const made = await rotateKey(accountId, id, 7, spent);
  if (made === null || typeof made === 'string') throw new Error(`Not rotated: ${made}`);
  const next = await ownKey(accountId, made.record.id, setup);
  expect(next?.record.label).toBe('Shop');
  expect(next?.state).toMatchObject({ operations: ['alpha-channel'], ratePerMinute: 7, limit: 2 });
  expect((await ownKey(accountId, id, setup))?.state).toMatchObject({
    revoked: false,
    endsAtMs: expect.any(Number),
  });
});

test('a key that was charged beyond its limit hands on nothing', async () => {
  const { accountId, id } = await newKey();
  await changeKey(accountId, id, { limit: 5 }, setup);
  const own = await ownKey(accountId, id, setup);
  const made = await rotateKey(accountId, id, 0, setupWith(stateAs({ ...own?.state, charged: 8 })));
  if (made === null || typeof made === 'string') throw new Error(`Not rotated: ${made}`);
  expect((await ownKey(accountId, made.record.id, setup))?.state.limit).toBe(0);
});

test('keys of both wallets are listed, those that go on first', async () => {
  const { accountId, id } = await newKey();
  const live = await makeKey(accountId, 'live', terms, setup);
  if (live === 'full') throw new Error('A new wallet is full');
  await endKey(accountId, live.record.id, 0, setup);
  const listed = (await ownKeys(accountId, setup)).map(({ record, state }) => [record.id, state.revoked]);
  expect(listed).toEqual([
    [id, false],
    [live.record.id, true],
  ]);
  expect(await ownKeys('somebody else', setup)).toEqual([]);
});

test('a key that its ledger does not know is not listed', async () => {
  const { accountId } = await newKey();
  const lost = setupWith(ledgersWith('keyStates', async () => [null]));
  expect(await ownKeys(accountId, lost)).toEqual([]);
});

/** Whether a call with that key was charged. */
async function spend(key: ApiKey, wallet: string): Promise<boolean> {
  const ledger = LEDGERS.getByName(wallet);
  const hash = await hashKey(key, env.KEY_HASH_SECRET);
  const call = { operation: 'alpha-channel', requestId: crypto.randomUUID(), idempotencyKey: null } as const;
  const admission = await ledger.admit({ key: { hash }, ...call });
  return admission.outcome === 'admitted' && (await ledger.settle(admission.holdId, null));
}

test('keys that take each other’s place are charged for the limit of the first, and not once more', async () => {
  const [accountId, wealth] = [crypto.randomUUID(), { credits: 1000, expiresAtMs: null, reference: null }];
  const [{ wallet, hiddenKeyId }] = await walletsOf(accountId, setup);
  await LEDGERS.getByName(wallet).topUp(hiddenKeyId, wealth);
  const steps = fc.array(fc.constantFrom('spend', 'spend', 'rotate'), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.nat(4), steps, async (limit, plan) => {
      const first = await makeKey(accountId, 'test', { ...terms, limit }, setup);
      if (first === 'full') throw new Error('The wallet is full');
      const keys = [first];
      let charged = 0;
      for (const step of plan) {
        const latest = keys[keys.length - 1];
        if (step === 'spend') {
          const isCharged = await spend(latest.key as ApiKey, wallet);
          expect(isCharged).toBe(charged < limit);
          charged += isCharged ? 1 : 0;
        } else {
          const made = await rotateKey(accountId, latest.record.id, 0, setup);
          if (made === null || typeof made === 'string') throw new Error(`Not rotated: ${made}`);
          keys.push(made);
        }
      }
      for (const { key } of keys.slice(0, -1)) expect(await spend(key as ApiKey, wallet)).toBe(false);
      for (const { record } of keys) await endKey(accountId, record.id, 0, setup);
    }),
    { numRuns: 8 },
  );
});
