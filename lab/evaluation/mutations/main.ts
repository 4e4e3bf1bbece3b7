/** `npm run mutations`: small faults in a copy of the code, and whether any unit test notices them. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../../src/local/root.ts';
import { whyEquivalent } from './equivalent.ts';
import type { Verdict } from './judge.ts';
import { Judges } from './judges.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { isSameRoom, sourceFiles, sourceFolders, testsByFile } from './related.ts';
import { asJson, asMarkdown, describe, type Fate, type Tried } from './report.ts';
import { drawn, oneAnswerEach, type Part, partOf, readPart } from './sample.ts';
import { Tree } from './tree.ts';
import { compiling } from './types.ts';

const help = `Usage: npm run mutations -- [options]

Makes small faults in a copy of the code, one at a time, and runs the unit tests that import the file: the nearest, and
before a fault is said to survive all others. One that no test notices is printed: it is a test that is missing, or code
that does nothing.

  --only A,B     folders or files of src, or from the root as clients/typescript (default ledger,contract,edge)
  --seed N       what mutants are drawn from (default 1)
  --count N      mutants that are tried (default 200)
  --part K/N     of these the K-th of N parts, so that a long run can be made in several
  --own          asks the tests of the mutant's own room alone, as those in src/money/ledger of src/money/ledger/wallet.ts
  --report FILE  writes the figures there as JSON
  --list FILE    writes the mutants there as JSON and tries none, for tests of another kind
  --help         this text

Run npm run build first: tests in the Workers runtime need what it makes.`;

/** Drawn for each one that is tried: most are refused by the compiler, or are another answer in the same place. */
const drawnForOne = 8;
/** Tests of one file that are asked first, the nearest. */
const maxTests = 12;
/** What the first tests of one mutant may take together, by how long they took before. */
const testsMs = 30_000;
/** Of a test file that has not run yet. */
const assumedMs = 5000;
/** A run that takes this long, and several times what its tests took before, hangs: also on a machine that does much else. */
const hangsMs = 180_000;
const startMs = 1_800_000;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    only: { type: 'string', default: 'ledger,contract,edge' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    part: { type: 'string', default: '1/1' },
    own: { type: 'boolean', default: false },
    report: { type: 'string' },
    list: { type: 'string' },
  },
});
if (values.help) console.log(help);
else {
  const [seed, count] = [wholeNumber('seed', values.seed), wholeNumber('count', values.count)];
  await run(values.only.split(','), { seed, count, part: readPart(values.part) });
}

interface Draw {
  readonly seed: number;
  readonly count: number;
  readonly part: Part;
}

async function run(only: readonly string[], { seed, count, part }: Draw): Promise<void> {
  const commit = execFileSync('git', ['log', '-1', '--format=%s'], { cwd: projectRoot, encoding: 'utf8' }).trim();
  const tree = new Tree(projectRoot);
  const tests = testsByFile(tree.root);
  const files = sourcesIn(tree, only);
  const found = files.flatMap((file) => mutantsOf(file, readFileSync(tree.at(file), 'utf8')));
  const compiled = compiling(tree, drawn(found, seed).slice(0, drawnForOne * count));
  const mutants = partOf(oneAnswerEach(compiled).slice(0, count), part);
  if (values.list) {
    tree.remove();
    writeFileSync(values.list, `${JSON.stringify({ seed, only, commit, mutants }, null, 2)}\n`);
    console.log(`${found.length} mutants of ${files.length} files, ${mutants.length} listed`);
    return;
  }
  console.log(`${found.length} mutants of ${files.length} files, ${mutants.length} tried`);

  const importers = (file: string) => (tests.get(file) ?? []).filter((test) => !values.own || isSameRoom(test, file));
  const nearest = (file: string) => importers(file).slice(0, maxTests);
  const judges = new Judges(tree.root, ['node', 'node-apart', 'workers', 'workers-shared']);
  const clearAway = () => {
    judges.kill();
    tree.remove();
  };
  process.once('exit', clearAway);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const tried: Tried[] = [];
  const known: Known = { took: new Map(), passing: new Set() };
  try {
    for (const [index, mutant] of mutants.entries()) {
      const began = Date.now();
      const first = shortest(nearest(mutant.file), known);
      const fate = await fateOf(tree, judges, mutant, { first, all: importers(mutant.file), known });
      tried.push({ mutant, fate });
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      console.log(`${index + 1}/${mutants.length} ${inWords(fate)} ${describe(mutant)} (${seconds} s)`);
    }
  } finally {
    await judges.end();
    clearAway();
    process.off('exit', clearAway);
  }
  if (values.report)
    writeFileSync(
      values.report,
      asJson({ seed, only, part: `${part.number}/${part.of}`, own: values.own, commit }, tried),
    );
  console.log(`\n${asMarkdown(tried)}`);
}

/** Files under those folders, without tests and what tests alone use. @throws Error where there are none */
function sourcesIn(tree: Tree, only: readonly string[]): string[] {
  const files = sourceFiles(tree.root).filter((file) => !/\.(test|d)\.tsx?$/.test(file) && !file.includes('/testing/'));
  return only.flatMap((part) => {
    const folder = sourceFolders.some((name) => part.startsWith(`${name}/`)) ? part : `src/${part}`;
    const chosen = files.filter((file) => file === folder || file.startsWith(`${folder}/`));
    if (chosen.length === 0) throw new Error(`There is nothing to mutate in ${folder}`);
    return chosen;
  });
}

/** Findings about test files so far. */
interface Known {
  /** Milliseconds that each took the last time. */
  readonly took: Map<string, number>;
  /** Those that pass without a mutant. */
  readonly passing: Set<string>;
}

/** The first tests that take no more than `testsMs` together; at least one. */
function shortest(tests: readonly string[], { took }: Known): string[] {
  let sum = 0;
  return tests.filter((test, index) => {
    const each = took.get(test) ?? assumedMs;
    const isWithin = index === 0 || sum + each <= testsMs;
    if (isWithin) sum += each;
    return isWithin;
  });
}

interface Importers {
  /** Asked first, together. */
  readonly first: readonly string[];
  readonly all: readonly string[];
  readonly known: Known;
}

async function fateOf(tree: Tree, judges: Judges, mutant: Mutant, { first, all, known }: Importers): Promise<Fate> {
  const line = readFileSync(tree.at(mutant.file), 'utf8').split('\n')[mutant.line - 1];
  const why = whyEquivalent(mutant, line);
  if (why) return { kind: 'equivalent', why };
  if (all.length === 0) return { kind: 'survived' };
  const changed = tree.at(mutant.file);
  const putBack = tree.apply(mutant);
  try {
    const patienceMs = hangsMs + 4 * first.reduce((sum, test) => sum + (known.took.get(test) ?? assumedMs), 0);
    const others = all.filter((test) => !first.includes(test));
    for (const [tests, ms] of [[first, patienceMs] as const, [others, startMs] as const]) {
      if (tests.length === 0) continue;
      const verdict = await judges.ask({ tests, changed }, ms);
      if (!verdict) return { kind: 'timed-out' };
      for (const [test, tookMs] of Object.entries(verdict.took)) known.took.set(test, tookMs);
      if (!verdict.failure) continue;
      putBack();
      await checkPasses(judges, verdict, changed, known);
      return { kind: 'killed', by: verdict.failure };
    }
    return { kind: 'survived' };
  } finally {
    putBack();
  }
}

/** A test kills a mutant only if it passes without one. @throws Error where it fails */
async function checkPasses(
  judges: Judges,
  { failedIn, failure }: Verdict,
  changed: string,
  { passing }: Known,
): Promise<void> {
  if (!failedIn || passing.has(failedIn)) return;
  const verdict = await judges.ask({ tests: [failedIn], changed }, startMs);
  if (verdict?.failure) throw new Error(`A test fails without any mutant. ${failure}`);
  passing.add(failedIn);
}

function inWords(fate: Fate): string {
  return fate.kind === 'killed' ? `killed by ${fate.by.slice(0, 60)}:` : `${fate.kind.toUpperCase()}:`;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`Expected a whole number for --${name} but received '${text}'`);
  return Number(text);
}
