/** The content of a signed link in a mail: a JSON Web Token of the auth library, under SESSION_SECRET. */
import * as z from 'zod';
import type { AccountsSetup } from './environment.ts';
import { claimsOf } from './former-secrets.ts';
import { isNewer } from './password-change.ts';

/** A valid link. */
export interface SignedLink {
  readonly accountId: string;
  /** Address of the account. */
  readonly email: string;
  /** It confirms a sign-up, consents to another address, or confirms that other address. */
  readonly kind: 'sign-up' | 'consent' | 'new-address';
  /** Whether the address of the account is confirmed already. */
  readonly isConfirmed: boolean;
}

const claims = z.object({
  userId: z.string(),
  iat: z.number(),
  updateTo: z.string().optional(),
  requestType: z.string().optional(),
});

/** Reads a link. Null where it is not ours, is too old, is older than the password, or its account is gone. */
export async function readSignedLink(token: string, setup: AccountsSetup): Promise<SignedLink | null> {
  const read = claims.safeParse(await claimsOf(token, setup));
  if (!read.success) return null;
  const { userId: accountId, iat, updateTo, requestType } = read.data;
  const account = await setup.env.DIRECTORY.prepare(
    'SELECT email, emailVerified, passwordChangedAt FROM accounts WHERE id = ?',
  )
    .bind(accountId)
    .first<{ email: string; emailVerified: number; passwordChangedAt: number | null }>();
  if (!account || !isNewer(iat, account.passwordChangedAt)) return null;
  const kind =
    updateTo === undefined ? 'sign-up' : requestType === 'change-email-verification' ? 'new-address' : 'consent';
  return { accountId, email: account.email, kind, isConfirmed: account.emailVerified === 1 };
}
