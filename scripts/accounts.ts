/** `npm run accounts -- COMMAND`: makes operators of accounts through the admin API. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAdminProgram } from '../src/keys/command-line.ts';
import { commands } from '../src/operator/commands.ts';

process.exitCode = await runAdminProgram('npm run accounts --', commands, {
  words: process.argv.slice(2),
  environment: process.env,
  projectRoot: path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'),
  send: fetch,
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
});
