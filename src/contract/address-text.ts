/** The text of an address, before it is parsed. */

/** Why an address is not fetched: what it itself shows, where it leads on to, or that none is. */
export type AddressFault =
  | 'no address'
  | 'too long'
  | 'stray character'
  | 'credentials'
  | 'port'
  | 'host'
  | 'redirect'
  | 'switched off';

const blank = /[\s\p{Cc}]/u;

/** An address without white space and control characters at its ends: they came with it from where it was copied. */
export function trimmedAddress(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && blank.test(text[from])) from++;
  while (from < to && blank.test(text[to - 1])) to--;
  return text.slice(from, to);
}
