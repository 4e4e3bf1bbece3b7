/** What the fields of an account may hold, in the words shown beside a field. */

import { faultOfNewPassword, type PasswordFault } from '../../accounts/new-password.ts';
import { passwordLength } from '../../accounts/password.ts';

/** What is wrong with an e-mail address; undefined where nothing is. */
export function faultOfEmail(email: string): string | undefined {
  const looksRight = email.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim());
  return looksRight ? undefined : 'Please enter an e-mail address, as in name@example.com.';
}

const passwordFaults: Readonly<Record<PasswordFault, string>> = {
  'too-short': `Please choose at least ${passwordLength.min} characters.`,
  'too-long': `Please choose at most ${passwordLength.max} characters.`,
  common: 'Many people have this password, so it is tried first. Please choose another one.',
  'own-address': 'Please choose a password that is not your address.',
};

/** What is wrong with a new password; undefined where nothing is. @param email of the account; null for not known */
export async function faultOfPassword(password: string, email: string | null): Promise<string | undefined> {
  const fault = await faultOfNewPassword(password, email);
  return fault === null ? undefined : passwordFaults[fault];
}

/** What is wrong with the name of a person, or of a key; undefined where nothing is. */
export function faultOfName(name: string): string | undefined {
  return name.length <= 100 && !/\p{Cc}/u.test(name) ? undefined : 'Please use one line of at most 100 characters.';
}
