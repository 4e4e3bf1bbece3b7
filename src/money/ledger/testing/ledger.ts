/** For tests in the Workers runtime: ledgers of their own, what is stored of them, and another process that writes there. */
import { env, runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import type { AdmissionRequest, WalletOpening } from '../../../contract/account.ts';
import type { KeyLedger } from '../ledger.ts';

/** The namespace that the Worker under test has. */
export const { LEDGERS } = env;

export const dayMs = 86_400_000;
/** Ten days from now. */
export const far = Date.now() + 10 * dayMs;
/** A call of the key that `openLedger` makes. */
export const request = {
  key: { hash: 'hash' },
  operation: 'alpha-channel',
  requestId: 'r1',
  idempotencyKey: null,
} as const;
export const fingerprint = 'f'.repeat(64);
/** That call under a name, once its file was read. */
export const namedCall = { fingerprint, variant: { points: 'none', size: 'large' }, edit: null } as const;

export type Ledger = DurableObjectStub<KeyLedger>;

/** Terms of a wallet: three credits that live for ten days. */
export function opening(change: Partial<WalletOpening> = {}): WalletOpening {
  const terms = { credits: 3, expiresAtMs: far, ratePerMinute: 100, operations: null, limit: null };
  return { creationId: 'c', keyId: 'key_1', keyHash: 'hash', ...terms, ...change };
}

/** A ledger whose wallet is open. */
export async function openLedger(change: Partial<WalletOpening> = {}): Promise<Ledger> {
  const ledger = LEDGERS.getByName(crypto.randomUUID());
  expect(await ledger.open(opening(change))).not.toBeNull();
  return ledger;
}

/** Admits a call. @returns the id of its hold */
export async function admitted(ledger: Ledger, change: Partial<AdmissionRequest> = {}): Promise<string> {
  const admission = await ledger.admit({ ...request, ...change });
  if (admission.outcome !== 'admitted') throw new Error(`Expected admitted but received ${admission.outcome}`);
  return admission.holdId;
}

/** Changes the stored state as another process would: the object finds it out at its next write, and loads what is there. */
export async function meddle(ledger: Ledger, statement: string, ...values: (string | number)[]): Promise<void> {
  await runInDurableObject<KeyLedger, void>(ledger, async (object, { storage }) => {
    storage.sql.exec(statement, ...values);
    storage.sql.exec('UPDATE revision SET value = value + 1');
    await object.setExpiry('key_1', far).catch(() => {});
  });
}

/** The rows of a table. */
export async function rows(ledger: Ledger, table: string) {
  return runInDurableObject(ledger, (_object, { storage }) => storage.sql.exec(`SELECT * FROM ${table}`).toArray());
}
