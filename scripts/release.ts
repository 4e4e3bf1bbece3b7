/** `npm run release`: makes a version of what is committed. */
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/start/root.ts';
import { ReleaseRefused, release } from './release/release.ts';

const help = `Usage: npm run release -- VERSION [--dry-run]

Moves what stands under Unreleased in CHANGELOG.md under VERSION with today's date, sets the version everywhere it
stands, commits and tags vVERSION. The words of the changelog are written by hand, before. Nothing is pushed.

  --dry-run  only say what would be done`;

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
