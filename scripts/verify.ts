/** `npm run verify`: what a change must pass before it is shown to others, in a minute. `.ci/run` is the whole of it. */
import { parseArgs } from 'node:util';
import { inProject, projectRoot } from '../src/start/root.ts';
import { branchBase, changedFiles, newSubjects } from './repository/changes.ts';
import { subjectProblem } from './repository/commit-subjects.ts';
import { relatedFiles } from './verify/related-files.ts';
import { runSteps, type Step } from './verify/run-steps.ts';

const help = `Usage: npm run verify [-- --since COMMIT]

Checks a change: format and lint, types, what nothing uses, the unit tests of what changed (in Node and in the
Workers runtime), and the subjects of new commits. All steps run, and the last line says whether all is well.

  --since COMMIT  what changed since then; by default since this branch left main, or what is not committed yet

Tests of the real service are run by npm test, everything by .ci/run.`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, since: { type: 'string' } } });
if (values.help) console.log(help);
else if (!verify(values.since ?? branchBase(projectRoot))) process.exitCode = 1;

function verify(base: string): boolean {
  const changed = changedFiles(projectRoot, base);
  const related = relatedFiles(projectRoot, changed);
  const subjects = newSubjects(projectRoot);
  console.log(`${changed.length} files changed since ${base.slice(0, 12)}, ${subjects.length} new commits`);
  const steps: Step[] = [
    { name: 'format and lint', words: ['npm', 'run', '--silent', 'lint'] },
    { name: 'types', words: ['npm', 'run', '--silent', 'types'] },
    { name: 'files, exports and packages that nothing uses', words: ['npm', 'run', '--silent', 'unused'] },
  ];
  if (related.length > 0) steps.push({ name: 'unit tests of what changed', words: unitTests(related) });
  steps.push({ name: 'commit subjects', problems: () => subjects.flatMap((subject) => subjectProblem(subject) ?? []) });
  return runSteps(steps, projectRoot, (line) => console.log(line));
}

function unitTests(related: readonly string[]): string[] {
  const vitest = [inProject('node_modules/vitest/vitest.mjs'), 'related', '--run', '--passWithNoTests'];
  return [process.execPath, ...vitest, '--project=node', '--project=workers', ...related];
}
