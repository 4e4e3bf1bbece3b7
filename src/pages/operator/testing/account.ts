/** Accounts and wallets in the directory, for tests. */
import type { LedgerNamespace } from '../../../money/keys/environment.ts';
import { createKeyId, drawWallet, type KeyType } from '../../../money/keys/format.ts';
import type { FoundAccount, OperatorEnv } from '../accounts.ts';

/** The ledgers themselves: a test makes calls as well. */
interface LedgersEnv extends Pick<OperatorEnv, 'DIRECTORY'> {
  readonly LEDGERS: LedgerNamespace;
}

/** An account with an address that no other test has, and what is changed in it. */
export async function makeAccount(
  { DIRECTORY }: Pick<OperatorEnv, 'DIRECTORY'>,
  changes: Partial<FoundAccount> = {},
): Promise<FoundAccount> {
  const id = crypto.randomUUID();
  const createdAt = new Date().toISOString();
  const made = {
    ...{ id, email: `${id}@example.org`, name: '', emailVerified: true, isOperator: false, createdAt },
    ...changes,
  };
  await DIRECTORY.prepare(
    `INSERT INTO accounts (id, email, name, emailVerified, isOperator, createdAt, updatedAt, termsAcceptedAt)
    VALUES (?, ?, ?, ?, ?, ?6, ?6, ?6)`,
  )
    .bind(made.id, made.email, made.name, Number(made.emailVerified), Number(made.isOperator), made.createdAt)
    .run();
  return made;
}

/** A wallet of an account in the directory, whose ledger is not open. */
export async function nameWallet({ DIRECTORY }: Pick<OperatorEnv, 'DIRECTORY'>, accountId: string, type: KeyType) {
  const [wallet, hiddenKeyId] = [drawWallet(type), createKeyId()];
  await DIRECTORY.prepare(
    'INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at) VALUES (?, ?, ?, ?, 1)',
  )
    .bind(wallet, accountId, type, hiddenKeyId)
    .run();
  return { wallet, hiddenKeyId };
}

/** A wallet of an account with an open ledger and one key that works beside the hidden one. */
export async function openWallet(env: LedgersEnv, accountId: string, type: KeyType, credits = 0) {
  const { wallet, hiddenKeyId } = await nameWallet(env, accountId, type);
  const ledger = env.LEDGERS.getByName(wallet);
  const terms = { ratePerMinute: 1000, operations: null, limit: null };
  const expiresAtMs = Date.now() + 86_400_000;
  await ledger.open({ ...terms, keyId: hiddenKeyId, keyHash: null, creationId: wallet, credits, expiresAtMs });
  await ledger.addKey({ ...terms, keyId: createKeyId(), keyHash: wallet });
  /** What the ledger says to a call with the key. */
  const outcome = async (requestId = 'request-1') => {
    const key = { hash: wallet };
    return ledger.admit({ key, operation: 'alpha-channel', requestId, idempotencyKey: null });
  };
  return { wallet, hiddenKeyId, ledger, outcome };
}

/** The ledgers, of which that of one wallet cannot be reached to ask for the state of a key. */
export function unreachable(ledgers: LedgerNamespace, wallet: string): LedgerNamespace {
  const keyState = async () => {
    throw new Error('The ledger cannot be reached.');
  };
  return {
    getByName: (name) =>
      name === wallet ? new Proxy(ledgers.getByName(name), { get: () => keyState }) : ledgers.getByName(name),
  };
}
