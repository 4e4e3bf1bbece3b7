/** A new password ends what is older than it: links that were mailed, second steps of a sign-in, sessions. */
import type { AccountsSetup } from './environment.ts';

type Directory = Pick<AccountsSetup, 'env'>;

/**
 * Ends what is older than the password that was just set.
 * @param keptSession token of the session that goes on; null where none does
 */
export function endOlder(accountId: string, keptSession: string | null, setup: Directory): Promise<unknown> {
  return setup.env.DIRECTORY.batch(endingOlder(accountId, keptSession, setup));
}

/** The statements of `endOlder`, for a batch that also sets the password. */
export function endingOlder(accountId: string, keptSession: string | null, { env }: Directory): D1PreparedStatement[] {
  const { DIRECTORY } = env;
  return [
    DIRECTORY.prepare('UPDATE accounts SET passwordChangedAt = ? WHERE id = ?').bind(Date.now(), accountId),
    endingLinks(accountId, { env }),
    DIRECTORY.prepare('DELETE FROM sessions WHERE userId = ? AND token IS NOT ?').bind(accountId, keptSession),
  ];
}

/** The statement that ends links for a new password and open second steps: rows whose value is the account. */
export function endingLinks(accountId: string, { env }: Directory): D1PreparedStatement {
  return env.DIRECTORY.prepare('DELETE FROM verifications WHERE value = ?').bind(accountId);
}

/**
 * Whether a signed link is newer than the last change of the password.
 * @param issuedAtSeconds `iat` of the link. It has whole seconds, so a link of the second of the change counts as older
 * @param passwordChangedAtMs null where the password was never changed
 */
export function isNewer(issuedAtSeconds: number, passwordChangedAtMs: number | null): boolean {
  return passwordChangedAtMs === null || issuedAtSeconds * 1000 > passwordChangedAtMs;
}
