/**
 * Passwords that are tried first, because many people have them, and what programs make of them: digits around a word, signs in
 * place of letters. The lists are loaded when somebody chooses a new one.
 */
import { knownPhrases } from './known-phrases.ts';

interface Lists {
  readonly passwords: ReadonlySet<string>;
  /** Words and phrases, as `lettersOf` gives them. */
  readonly words: ReadonlySet<string>;
}

let lists: Lists | null = null;

/** Signs that stand for letters. `1`, `!` and `|` are an i or an l, so both letters count as one. */
const letters: Readonly<Record<string, string>> = {
  ...{ '@': 'a', '4': 'a', '8': 'b', '3': 'e', '€': 'e', '6': 'g', '9': 'g', '1': 'i', '!': 'i', '|': 'i', l: 'i' },
  ...{ '0': 'o', $: 's', '5': 's', '7': 't', '+': 't', '2': 'z' },
};

/** With fewer letters it is no word. */
const fewestLetters = 3;

/** A password as it is compared with others: however its letters are composed, in lower case. */
export function foldPassword(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/** The letters of a folded text, those that signs stand for among them; spaces and other signs are left out. */
export function lettersOf(folded: string): string {
  return [...folded]
    .map((sign) => letters[sign] ?? sign)
    .join('')
    .replace(/\P{L}/gu, '');
}

/** What words a folded password may be made of: all of it, or without the digits or all signs before it, behind it or both. */
export function wordsBehind(folded: string): readonly string[] {
  const begun = [folded, folded.replace(/^\d+/, ''), folded.replace(/^\P{L}+/u, '')];
  const ended = begun.flatMap((text) => [text, text.replace(/\d+$/, ''), text.replace(/\P{L}+$/u, '')]);
  return [...new Set(ended.map(lettersOf))].filter((word) => word.length >= fewestLetters);
}

/** Whether a password is among the common ones, made of one of them, or of one or two signs. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const folded = foldPassword(password);
  const signs = new Set(folded);
  if (signs.size === 1 || signs.size === 2) return true;
  lists ??= await load();
  const { passwords, words } = lists;
  return passwords.has(folded) || wordsBehind(folded).some((word) => words.has(word));
}

async function load(): Promise<Lists> {
  const { commonPasswords, commonWords } = await import('./common-passwords.generated.ts');
  const words = [...commonWords.split(' '), ...knownPhrases].map(lettersOf);
  return { passwords: new Set(commonPasswords.split(' ')), words: new Set(words) };
}
