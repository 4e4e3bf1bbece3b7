/** `npm run release`: makes a version of the committed state. */
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/start/root.ts';
import { ReleaseRefused, release } from './release/release.ts';

const help = `Usage: npm run release -- VERSION [--dry-run]

Moves the entries under Unreleased in CHANGELOG.md under VERSION with today's date, sets the version in every file that
has it, commits and tags vVERSION. The entries are written by hand before. Nothing is pushed. It needs a green line of
npm run deep in .ci/deep.tsv for these files.

  --dry-run  only print what would be done`;

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, 'dry-run': { type: 'boolean' } },
  allowPositionals: true,
});
if (values.help) {
  console.log(help);
} else {
  try {
    const [version = ''] = positionals;
    const date = new Date().toISOString().slice(0, 10);
    release({ root: projectRoot, version, date, dryRun: values['dry-run'] ?? false }, (line) => console.log(line));
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
