/** `npm run deep`: all that a push samples or leaves out, whole and each file by itself. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/local/root.ts';
import prepare from '../test/bundles-and-weights.ts';
import { groups } from '../testing/groups.ts';
import { generator } from '../testing/random.ts';
import { ageLines } from './deep/age.ts';
import { drawParts, isTouched } from './deep/draw.ts';
import { type Part, partsOf } from './deep/parts.ts';
import { type DeepRun, treeHash, whole } from './deep/record.ts';
import { doneFile, keepRun, lineOf, machine, runsIn, today } from './deep/records.ts';
import { runPart } from './deep/run-part.ts';
import { install } from './groups/install.ts';
import { writeRecord } from './groups/record.ts';
import { recordFile, type StatedGroup } from './groups/stated-group.ts';
import { statedGroupsOf } from './groups/stated-groups.ts';
import { branchBase, changedFiles } from './repository/changes.ts';
import { git, gitIfPossible } from './repository/git.ts';
import { isClean, treeOf } from './repository/tree.ts';

const help = `Usage: npm run deep [-- PART...] [-- --draw SECONDS | --list | --age] [--seed N]

Runs the deep level: every folder of tests isolated, unsampled and in a drawn order, every group of tests, chaos for ten
minutes, memory over thousands of calls, the whole corpus, mutations. Parts that were green on these files are kept in
dist/deep: a run goes on where it was ended. It writes .ci/deep.tsv, and .ci/green for groups, where nothing is uncommitted.

  PART           runs these parts alone, done or not: names that --list shows
  --draw SECONDS runs parts that ran longest ago, for about as long; fails where this branch touches what failed
  --list         parts and groups, and when each ran last
  --age          how old the last whole run is, and which rooms changed since
  --seed N       what orders, attacks and mutations are drawn from; a new one is printed when left out
  --help         this text`;

const { values, positionals } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    draw: { type: 'string' },
    list: { type: 'boolean' },
    age: { type: 'boolean' },
    seed: { type: 'string' },
  },
  allowPositionals: true,
});

/** Groups that need nothing built. */
const withoutService = new Set(groups.filter(({ drivesService }) => !drivesService).map(({ name }) => name));

if (values.help) console.log(help);
else if (values.age) for (const line of ageLines(projectRoot, runsIn(projectRoot), today())) console.log(line);
else process.exitCode = await main();

async function main(): Promise<number> {
  const files = treeOf(projectRoot);
  const [tree, clean] = [treeHash(files), isClean(projectRoot)];
  const parts = partsOf([...files.keys()], groups);
  const kept = runsIn(projectRoot);
  if (values.list) {
    for (const { name } of parts) console.log(`${kept.get(name)?.date ?? 'never     '}  ${name}`);
    return 0;
  }
  const unknown = positionals.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) {
    console.error(`There is no part ${unknown}: see npm run deep -- --list`);
    return 1;
  }
  const done = runsIn(projectRoot, doneFile(tree));
  const seed = Number(values.seed ?? [...done.values()][0]?.seed ?? Math.floor(Math.random() * 1e9));
  console.log(`Seed ${seed}${clean ? '' : '. What is not committed keeps this run from the records'}`);
  const isWhole = positionals.length === 0 && values.draw === undefined;
  const chosen = isWhole ? parts.filter(({ name }) => done.get(name)?.failures !== 0) : choose(parts, kept, seed);
  console.log(`${chosen.length} of ${parts.length} parts: ${chosen.map(({ name }) => name).join(', ')}`);
  const runs = await runAll(chosen, { tree, clean, seed, kept });
  for (const run of runs) done.set(run.part, run);
  if (isWhole) keepWhole(parts, done, { tree, clean, seed, kept });

  const failed = runs.filter(({ failures }) => failures > 0);
  for (const { part, failures, greenAt } of failed) {
    console.log(
      `Open failure: ${part}, ${failures} failed, last green ${greenAt.slice(0, 12) || 'never'}; seed ${seed}`,
    );
  }
  if (values.draw === undefined) return failed.length === 0 ? 0 : 1;
  return failed.some((run) => isToBlame(chosen, run)) ? 1 : 0;
}

function choose(parts: readonly Part[], kept: ReadonlyMap<string, DeepRun>, seed: number): readonly Part[] {
  if (values.draw === undefined) return parts.filter(({ name }) => positionals.includes(name));
  return drawParts(parts, kept, Number(values.draw), generator(seed));
}

interface Around {
  readonly tree: string;
  readonly clean: boolean;
  readonly seed: number;
  /** Records of the project so far. */
  readonly kept: ReadonlyMap<string, DeepRun>;
}

/** One after the other; records are kept after each. */
async function runAll(parts: readonly Part[], { tree, clean, seed, kept }: Around): Promise<DeepRun[]> {
  // Here everything has to be there, as in CI.
  process.env.ALLOW_SKIPS ??= '';
  const isBuilt = process.env.TESTS_ARE_BUILT === 'yes';
  if (!isBuilt && parts.some(({ name }) => !withoutService.has(name))) await prepare();
  const names = parts.map(({ name }) => name);
  const states = await statedGroupsOf(
    projectRoot,
    groups.filter(({ name }) => names.includes(name)),
    treeOf(projectRoot),
  );
  await install(states.flatMap(({ group }) => group.installs));
  const runs: DeepRun[] = [];
  for (const part of parts) {
    console.log(`\n== ${part.name}`);
    const state = states.find(({ name }) => name === part.name);
    const ran = await runPart(part, seed, state);
    const line = lineOf(projectRoot, { part: part.name, tree, seed }, ran, kept.get(part.name));
    console.log(`-- ${part.name}: ${ran.tests} passed, ${ran.failures} failed, ${ran.wallSeconds.toFixed(1)} s`);
    runs.push(line);
    keepRun(projectRoot, line, doneFile(tree));
    if (!clean) continue;
    keepRun(projectRoot, line);
    if (state && ran.failures === 0 && values.draw === undefined) keepGreen(state, line);
  }
  return runs;
}

function keepGreen({ name, key }: StatedGroup, { commit, date, tests, cpuSeconds }: DeepRun): void {
  const file = recordFile(projectRoot, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, writeRecord({ key, commit, date, machine: machine(), tests, cpuSeconds }));
}

/** The line of the whole, where each part has run on this tree. */
function keepWhole(
  parts: readonly Part[],
  done: ReadonlyMap<string, DeepRun>,
  { tree, clean, seed, kept }: Around,
): void {
  const all = parts.flatMap(({ name }) => done.get(name) ?? []);
  const sum = (of: (run: DeepRun) => number) => all.reduce((total, run) => total + of(run), 0);
  const run = {
    tests: sum(({ tests }) => tests),
    failures: sum(({ failures }) => failures),
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
    wallSeconds: sum(({ wallSeconds }) => wallSeconds),
  };
  if (clean) keepRun(projectRoot, lineOf(projectRoot, { part: whole, tree, seed }, run, kept.get(whole)));
  console.log(`\nDeep level: ${run.tests} passed, ${run.failures} failed, ${run.cpuSeconds.toFixed(0)} CPU seconds`);
}

/** On a branch by all that it changed, on the main one by what changed since the part was last green. */
function isToBlame(parts: readonly Part[], { part: name, greenAt }: DeepRun): boolean {
  const base = branchBase(projectRoot);
  const onMain = base === git(projectRoot, 'rev-parse', 'HEAD');
  const since = onMain && greenAt !== '' && isKnown(greenAt) ? greenAt : base;
  const part = parts.find((each) => each.name === name);
  return part !== undefined && isTouched(part, changedFiles(projectRoot, since));
}

function isKnown(commit: string): boolean {
  return gitIfPossible(projectRoot, 'cat-file', '-e', `${commit}^{commit}`) !== null;
}
