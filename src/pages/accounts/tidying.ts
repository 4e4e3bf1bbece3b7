/** Deletes what has ended: unconfirmed accounts, sessions, old invitations. Done after answers to sign-ins and sign-outs, so
 * that no timer is needed. */
import { waitUntil } from 'cloudflare:workers';
import type { AccountsSetup } from './environment.ts';
import { placeLifeMs } from './sign-up-places.ts';

const dayMs = 86_400_000;
/** An address that nobody confirms is forgotten; such an account has neither wallets nor keys. */
const unconfirmedLifeMs = 7 * dayMs;
/** Invitations are shown so long after their end. */
const invitationShownMs = 90 * dayMs;

/** Forgets what has ended, after the answer has gone out. What fails is logged and done the next time. */
export function tidyLater(setup: Pick<AccountsSetup, 'env'>): void {
  waitUntil(
    tidy(setup, Date.now()).catch((cause: unknown) => {
      console.error(JSON.stringify({ level: 'error', event: 'accounts-not-tidied', cause: String(cause) }));
    }),
  );
}

/** Forgets what has ended by then. */
export async function tidy({ env: { DIRECTORY } }: Pick<AccountsSetup, 'env'>, nowMs: number): Promise<void> {
  const isoDate = (ms: number) => new Date(ms).toISOString();
  await DIRECTORY.batch([
    DIRECTORY.prepare('DELETE FROM accounts WHERE emailVerified = 0 AND createdAt < ?').bind(
      isoDate(nowMs - unconfirmedLifeMs),
    ),
    DIRECTORY.prepare('DELETE FROM sessions WHERE expiresAt < ?').bind(isoDate(nowMs)),
    DIRECTORY.prepare('DELETE FROM verifications WHERE expiresAt < ?').bind(isoDate(nowMs)),
    DIRECTORY.prepare('DELETE FROM sign_up WHERE at < ?').bind(nowMs - placeLifeMs),
    DIRECTORY.prepare('DELETE FROM invitation WHERE expires_at < ?').bind(nowMs - invitationShownMs),
  ]);
}
