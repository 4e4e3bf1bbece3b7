/** The export and the deletion of an account. */
import { formatExpiry } from '../../contract/dates.ts';
import { listEnd } from '../../money/keys/ended-list.ts';
import { removalOfAccount, removeWallet } from '../../money/request-log/remove.ts';
import type { AccountsSetup } from './environment.ts';
import { ownWallets } from './own-credits.ts';
import { ownKeys } from './own-keys.ts';
import { ownSessions } from './profile.ts';
import type { SignedIn } from './session.ts';
import { walletsOf } from './wallets.ts';

interface Own {
  readonly who: SignedIn;
  readonly setup: AccountsSetup;
}

/** An account that goes, by its owner's wish. */
interface Leaving {
  readonly who: Pick<SignedIn, 'accountId'>;
  readonly setup: AccountsSetup;
}

/** All that is stored about a person, as a value for JSON. Movements of credits and the request log are downloads of their own. */
export async function exportOf({ who, setup }: Own): Promise<Record<string, unknown>> {
  const { DIRECTORY } = setup.env;
  const [account, sessions, wallets, keys] = await Promise.all([
    DIRECTORY.prepare('SELECT * FROM accounts WHERE id = ?').bind(who.accountId).first<Record<string, unknown>>(),
    ownSessions({ who, setup }),
    ownWallets(who.accountId, setup),
    ownKeys(who.accountId, setup),
  ]);
  return {
    exported_at: formatExpiry(Date.now()),
    account: {
      id: who.accountId,
      email: who.email,
      name: who.name,
      created_at: account?.createdAt,
      terms_accepted_at: account?.termsAcceptedAt,
      second_factor: who.hasSecondFactor,
    },
    sessions: sessions.map(({ userAgent, createdAtMs }) => ({ browser: userAgent, since: formatExpiry(createdAtMs) })),
    wallets: wallets.map(({ type, wallet, state }) => ({
      type,
      wallet,
      balance: state.balance,
      expires: formatExpiry(state.expiresAtMs),
      movements: `${setup.origin}/dashboard/credits.csv?wallet=${type}`,
      requests: `${setup.origin}/dashboard/requests.csv?key=${type}`,
    })),
    keys: keys.map(({ record, state }) => ({
      id: record.id,
      type: record.type,
      name: record.label,
      last_four: record.hint,
      created_at: formatExpiry(record.createdAtMs),
      ended_at: state.endsAtMs === null ? null : formatExpiry(state.endsAtMs),
      charged: state.charged,
    })),
  };
}

/**
 * Deletes an account. Its keys end in the ledgers first, so that none works whatever fails after; the rows
 * about the person go in one step. The wallets' entries stay without a name, and of the address an HMAC.
 * @throws Error where a ledger cannot be reached: nothing is deleted then, and it can be done again
 */
export async function deleteAccount({ who, setup }: Leaving): Promise<void> {
  const { DIRECTORY, LEDGERS } = setup.env;
  const { accountId } = who;
  const nowMs = Date.now();
  for (const { record, state } of await ownKeys(accountId, setup)) {
    if (state.revoked) continue;
    await listEnd(setup.env, { key: record.id, endsAtMs: nowMs });
    await LEDGERS.getByName(record.wallet).endKey(record.id, null);
  }
  const wallets = await walletsOf(accountId, setup);
  for (const { wallet, hiddenKeyId } of wallets) {
    // Also keys that another list has, and calls of pages.
    await LEDGERS.getByName(wallet).suspend(hiddenKeyId, true);
    await LEDGERS.getByName(wallet).endKey(hiddenKeyId, null);
  }
  // In steps, for there may be very many; what comes meanwhile goes with the account.
  for (const { wallet } of wallets) await removeWallet(DIRECTORY, wallet);
  // From here on nobody can go back, and the next step may fail.
  await listEnd(setup.env, { account: accountId });
  const end = 'revoked_at = COALESCE(MIN(revoked_at, ?2), ?2)';
  const ofAccount = (statement: string) => DIRECTORY.prepare(statement).bind(accountId);
  await DIRECTORY.batch([
    DIRECTORY.prepare(`UPDATE keys SET account_id = NULL, label = NULL, ${end} WHERE account_id = ?1`).bind(
      accountId,
      nowMs,
    ),
    removalOfAccount(DIRECTORY, accountId),
    ofAccount('UPDATE account_wallet SET account_id = NULL WHERE account_id = ?'),
    ofAccount('UPDATE credited_address SET account_id = NULL WHERE account_id = ?'),
    ofAccount('DELETE FROM accounts WHERE id = ?'),
  ]);
}
