/** What the fields of an account may hold, in the words that stand beside a field. */

import { passwordLength } from '../../accounts/password.ts';

/** What is wrong with an e-mail address; undefined where nothing is. */
export function faultOfEmail(email: string): string | undefined {
  const looksRight = email.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim());
  return looksRight ? undefined : 'Please enter an e-mail address, as in name@example.com.';
}

/** What is wrong with a new password; undefined where nothing is. */
export function faultOfPassword(password: string): string | undefined {
  const { min, max } = passwordLength;
  if (password.length < min) return `Please choose at least ${min} characters.`;
  return password.length > max ? `Please choose at most ${max} characters.` : undefined;
}

/** What is wrong with the name of a person, or of a key; undefined where nothing is. */
export function faultOfName(name: string): string | undefined {
  return name.length <= 100 && !/\p{Cc}/u.test(name) ? undefined : 'Please use one line of at most 100 characters.';
}
