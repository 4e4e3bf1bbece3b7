import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from './environment.ts';
import { makeKey, ownKey, ownKeys, rotateKey, successorOfKey } from './own-keys.ts';

const bindings = { ...(env as unknown as AccountsEnv), SESSION_SECRET: 'a secret' };
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

/** Ledgers that add no key: `addKey` answers so. */
function addingNone(answer: () => Promise<unknown>): Partial<AccountsEnv> {
  const getByName = (name: string) =>
    new Proxy(LEDGERS.getByName(name), {
      get(ledger, called) {
        if (called === 'addKey') return answer;
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
  expect((await ownKey(accountId, id, setup))?.standing.revoked).toBe(false);
  expect(await rotateKey(accountId, id, 0, setup)).toMatchObject({ record: { label: 'Shop' } });
});
