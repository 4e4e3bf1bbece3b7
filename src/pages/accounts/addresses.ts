/** E-mail addresses where they must not be readable: HMACs, each with a purpose. */
import { hexadecimal, hmac } from '../../money/keys/hmac.ts';
import type { AccountsSetup } from './environment.ts';

/** The address of a mailbox as it is compared: without spaces around it, in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Domains that ignore dots in the part before the @. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox of an address, for counting per mailbox: without what follows a `+` before the @, and at Gmail without dots.
 * To sign in, an address counts as typed: elsewhere these may be two people.
 */
export function mailboxOf(email: string): string {
  const address = normalEmail(email);
  const at = address.lastIndexOf('@');
  if (at === -1) return address;
  const [name] = address.slice(0, at).split('+');
  const domain = address.slice(at + 1);
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Whether the directory refused an address because another account has it. */
export function isAddressTaken(failure: unknown): boolean {
  return failure instanceof Error && failure.message.includes('UNIQUE constraint failed: accounts.email');
}

/** The same HMAC under the secret of today and each former one, by which rows of before are found: a JSON list, the newest first. */
export async function hiddenByAll(
  purpose: string,
  text: string,
  { secret, formerSecrets }: Pick<AccountsSetup, 'secret' | 'formerSecrets'>,
): Promise<string> {
  const each = [secret, ...formerSecrets].map((value) => hidden(purpose, text, { secret: value }));
  return JSON.stringify(await Promise.all(each));
}

/** HMAC of a text under SESSION_SECRET, hexadecimal. @param purpose so that no digest serves another purpose */
export async function hidden(
  purpose: string,
  text: string,
  { secret }: Pick<AccountsSetup, 'secret'>,
): Promise<string> {
  return hexadecimal(await hmac(`${purpose}:${text}`, secret));
}
