/** How accounts speak of people's addresses where they must not be read: HMACs, with a word for their purpose. */
import { hexadecimal, hmac } from '../keys/hmac.ts';
import type { AccountsSetup } from './environment.ts';

/** The address of a mailbox as it is compared: without spaces around it, in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Domains that ignore dots in the part before the @. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address leads to, for what a mailbox gets once and how often it is tried: without what follows a `+`
 * before the @, and at Gmail without dots. To sign in, an address is what was typed: elsewhere these may be two people.
 */
export function mailboxOf(email: string): string {
  const address = normalEmail(email);
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  const [name] = address.slice(0, at).split('+');
  const domain = address.slice(at + 1);
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Whether the directory refused to write an address because another account has it. */
export function isAddressTaken(failure: unknown): boolean {
  return failure instanceof Error && failure.message.includes('UNIQUE constraint failed: accounts.email');
}

/** HMAC of a text under SESSION_SECRET, hexadecimal. @param purpose so that no digest serves another purpose */
export async function hidden(
  purpose: string,
  text: string,
  { secret }: Pick<AccountsSetup, 'secret'>,
): Promise<string> {
  return hexadecimal(await hmac(`${purpose}:${text}`, secret));
}
