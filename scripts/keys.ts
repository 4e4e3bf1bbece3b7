/** `npm run keys -- COMMAND`: makes, lists and changes keys through the admin API. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runKeys } from '../src/keys/command-line.ts';

process.exitCode = await runKeys({
  words: process.argv.slice(2),
  environment: process.env,
  projectRoot: path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'),
  send: fetch,
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
});
