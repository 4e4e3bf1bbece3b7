/** `npm run verify`: what a change must pass before it is shown to others, in a minute. `.ci/run` is the whole of it. */
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/local/root.ts';
import { branchBase, changedFiles, newSubjects } from './repository/changes.ts';
import { nearestTests } from './verify/nearest-tests.ts';
import { runSteps } from './verify/run-steps.ts';
import { stepsOf } from './verify/steps.ts';

const help = `Usage: npm run verify [-- --since COMMIT]

Checks a change: subjects of new commits, format of what changed, rules, types, what nothing uses, Python where it changed, and the
unit tests nearest to what changed, in Node and in the Workers runtime. All steps run; the last line shows whether all is
well.

  --since COMMIT  what changed since then; by default since this branch left main, or what is not committed yet

All unit tests and those of the real service are run by npm test, everything by .ci/run.`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, since: { type: 'string' } } });
if (values.help) {
  console.log(help);
} else {
  const base = values.since ?? branchBase(projectRoot);
  const files = changedFiles(projectRoot, base);
  const subjects = newSubjects(projectRoot);
  console.log(`${files.length} files changed since ${base.slice(0, 12)}, ${subjects.length} new commits`);
  const steps = stepsOf({ files, tests: nearestTests(projectRoot, files), subjects });
  if (!runSteps(steps, projectRoot, (line) => console.log(line))) process.exitCode = 1;
}
