/** `npm run release`: makes a version of the committed state, and the files that it is handed out as. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject, projectRoot } from '../src/local/root.ts';
import { makePackages } from './release/packages.ts';
import { type MakeFiles, release, writeTexts } from './release/release.ts';
import { git, gitLines } from './repository/git.ts';
import { copyTree } from './repository/tree-copy.ts';

const help = `Usage: npm run release -- VERSION [--into DIR] [--dry-run]

Moves the entries under Unreleased in CHANGELOG.md under VERSION with today's date, sets the version in every file that
has it, and commits. Then makes the files of the release: npm and Python packages, the content of the image of inference,
a bill of materials (CycloneDX) and SHA256SUMS. The tag is yours to make: the last line says how. Nothing is pushed.

The entries are written by hand before. It needs a clean tree, and a green line of npm run deep in .ci/deep.tsv for these
files. Where something fails after the commit, the same command goes on from there.

  --into DIR  for the files: new or empty (dist/release/VERSION)
  --dry-run   makes all of it in a folder that is then removed; commits nothing`;

const digits = 12;

/** In a copy of what is committed: nothing that git ignores gets into a package. */
const makeFiles: MakeFiles = async (texts, version) => {
  const copy = copyTree(gitLines(projectRoot, 'ls-files'));
  try {
    writeTexts(copy.root, texts);
    const into = path.join(copy.root, 'dist/release');
    mkdirSync(into, { recursive: true });
    await makePackages({
      root: copy.root,
      version,
      commit: git(projectRoot, 'rev-parse', `--short=${digits}`, 'HEAD'),
      seconds: Number(git(projectRoot, 'log', '-1', '--format=%ct')),
      into,
      pythonTools: inProject('dist/python-client/tools'),
    });
    return { folder: into, remove: copy.remove };
  } catch (cause) {
    copy.remove();
    throw cause;
  }
};

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, 'dry-run': { type: 'boolean' }, into: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.help) return console.log(help);
  const [version = ''] = positionals;
  const date = new Date().toISOString().slice(0, 10);
  const into = path.resolve(values.into ?? inProject('dist/release', version));
  const asked = { root: projectRoot, version, date, dryRun: values['dry-run'] ?? false, into };
  await release(asked, makeFiles, (line) => console.log(line));
}

await run().catch((failure: unknown) => {
  // Git's own reason is the last line of its message.
  const lines = (failure instanceof Error ? failure.message : String(failure)).trim().split('\n');
  console.error(lines.at(-1));
  process.exitCode = 1;
});
