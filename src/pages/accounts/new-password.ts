/** The rules for a new password, wherever one is chosen. */
import { mailboxOf, normalEmail } from './addresses.ts';
import { authOf } from './auth.ts';
import { foldPassword, isCommonPassword, lettersOf, wordsBehind } from './common-passwords.ts';
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

/** From so many letters on a part of an address says whose password it is. */
const tellingLetters = 6;

/** Whether a password is the address, a part of it or more than it, in itself or with marks and digits added. */
function isOwnAddress(folded: string, email: string): boolean {
  const addresses = [normalEmail(email), mailboxOf(email)];
  if (addresses.some((address) => address.includes(folded) || folded.includes(address))) return true;
  // In a password `@` may stand for an a.
  const letters = addresses.flatMap((address) => [address, address.replaceAll('@', '.')].map(lettersOf));
  const parts = addresses.flatMap((address) => [...address.split('@'), ...address.split(/[^\p{L}\p{N}]+/u)]);
  const words = parts.flatMap(wordsBehind);
  return wordsBehind(folded).some(
    (word) =>
      words.includes(word) ||
      letters.some((address) => word.includes(address) || (word.length >= tellingLetters && address.includes(word))),
  );
}

/** The address of the account that a link for a new password is for; null where the link is not valid (any more). */
export async function emailOfResetLink(token: string, setup: AccountsSetup): Promise<string | null> {
  const { internalAdapter } = await (await authOf(setup)).$context;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (!link || link.expiresAt.getTime() <= Date.now()) return null;
  return (await internalAdapter.findUserById(link.value))?.email ?? null;
}
