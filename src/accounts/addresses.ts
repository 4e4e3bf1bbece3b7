/** How accounts speak of people's addresses where they must not be read: HMACs, with a word for their purpose. */
import { hexadecimal, hmac } from '../keys/hmac.ts';
import type { AccountsSetup } from './environment.ts';

/** The address of a mailbox as it is compared: without spaces around it, in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** HMAC of a text under SESSION_SECRET, hexadecimal. @param purpose so that none stands for another */
export async function hidden(
  purpose: string,
  text: string,
  { secret }: Pick<AccountsSetup, 'secret'>,
): Promise<string> {
  return hexadecimal(await hmac(`${purpose}:${text}`, secret));
}
