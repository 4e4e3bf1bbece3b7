/** `npm test`: vitest without the tests of groups, then the groups whose inputs changed. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { projectRoot } from '../src/local/root.ts';
import prepare from '../test/bundles-and-weights.ts';
import { linesOfFailures } from '../test/run/failures.ts';
import { groups } from '../testing/groups.ts';
import { readArguments, withoutReport } from './groups/arguments.ts';
import { chooseGroups } from './groups/choice.ts';
import { sum } from './groups/counts.ts';
import { install } from './groups/install.ts';
import { runProgram } from './groups/program.ts';
import { runGroup } from './groups/run-group.ts';
import { statedGroupsOf } from './groups/stated-groups.ts';
import { treeOf } from './repository/tree.ts';

const help = `Usage: npm test [-- WORDS]

Runs all tests but those of groups (testing/groups.ts), then each group whose inputs changed since its record in .ci/green.
Words are passed on to vitest. Where they name files or a project just those run; files of groups are run where they are named.

  --drawn-group  runs one group that did not change as well, of those whose record is oldest
  --help         this text

npm run deep -- GROUP runs a group in any case, and keeps its record.`;

/** Counts of the groups that ran, for .ci/run. */
const groupCounts = 'dist/test-groups.json';
/** What vitest's report writes of tests that failed; those of groups are added. */
const failed = 'dist/failed.txt';

const given = process.argv.slice(2);
if (given.some((word) => word === '--help' || word === '-h')) console.log(help);
else process.exitCode = await main();

async function main(): Promise<number> {
  const tree = treeOf(projectRoot);
  const { words, namesTests, namesFiles, drawsGroup } = readArguments(
    given,
    [...tree.keys()].filter((file) => /\.test\.tsx?$/.test(file)),
  );
  mkdirSync('dist', { recursive: true });
  writeFileSync(groupCounts, JSON.stringify(sum([])));
  const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...words];
  const around = namesFiles ? {} : { WITHOUT_GROUPS: 'yes' };
  if (namesTests) return (await runProgram(vitest, projectRoot, around)).status;

  await prepare();
  process.env.TESTS_ARE_BUILT = 'yes';
  const states = await statedGroupsOf(projectRoot, groups, tree);
  const { run, lines } = chooseGroups(states, drawsGroup ? Math.random() : null);
  console.log(['', 'Groups of tests:', ...lines.map((line) => `  ${line}`), ''].join('\n'));
  const chosen = states.filter(({ name }) => run.includes(name));
  // Beside the tests that need none of it.
  const installed = install(chosen.flatMap(({ group }) => group.installs));
  const { status } = await runProgram(vitest, projectRoot, around);
  await installed;

  const ran = [];
  for (const state of chosen) {
    console.log(`\nGroup ${state.name}`);
    ran.push(await runGroup(state, withoutReport(words)));
  }
  writeFileSync(groupCounts, JSON.stringify(sum(ran.map(({ counts }) => counts))));
  console.log(
    ['', 'Groups of tests:', ...lines.filter((line) => !line.endsWith('runs')).map((line) => `  ${line}`)].join('\n'),
  );
  for (const { name, passed, counts, failures, cpuSeconds, wallSeconds } of ran) {
    const took = `${cpuSeconds.toFixed(1)} CPU seconds in ${wallSeconds.toFixed(1)} s`;
    console.log(
      `  ${name}: ${passed ? 'passed' : 'FAILED'}, ${counts.passed} passed, ${counts.failed} failed, ${took}`,
    );
    if (!passed) appendFileSync(failed, [`Group that failed: ${name}`, ...linesOfFailures(failures), ''].join('\n'));
  }
  return status === 0 && ran.every(({ passed }) => passed) ? 0 : 1;
}
