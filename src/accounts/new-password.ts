/** The rules for a new password, wherever one is chosen. */
import { mailboxOf, normalEmail } from './addresses.ts';
import { authOf } from './auth.ts';
import { foldPassword, isCommonPassword } from './common-passwords.ts';
import type { AccountsSetup } from './environment.ts';
import { passwordLength } from './password.ts';

/** What is wrong with a new password. */
export type PasswordFault = 'too-short' | 'too-long' | 'common' | 'own-address';

/**
 * What is wrong with a new password; null where nothing is.
 * @param email of the account; null where that is not known
 */
export async function faultOfNewPassword(password: string, email: string | null): Promise<PasswordFault | null> {
  if (password.length < passwordLength.min) return 'too-short';
  if (password.length > passwordLength.max) return 'too-long';
  if (email && isOwnAddress(foldPassword(password), email)) return 'own-address';
  return (await isCommonPassword(password)) ? 'common' : null;
}

/** Whether a password is the address, a part of it, or more than it. */
function isOwnAddress(folded: string, email: string): boolean {
  return [normalEmail(email), mailboxOf(email)].some((address) => address.includes(folded) || folded.includes(address));
}

/** The address of the account that a link for a new password is for; null where the link is not valid (any more). */
export async function emailOfResetLink(token: string, setup: AccountsSetup): Promise<string | null> {
  const { internalAdapter } = await (await authOf(setup)).$context;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (!link || link.expiresAt.getTime() <= Date.now()) return null;
  return (await internalAdapter.findUserById(link.value))?.email ?? null;
}
