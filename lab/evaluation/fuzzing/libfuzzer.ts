/** Runs of the fuzz target, and what they found so far: kept in a folder, so that a later run goes on. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Of all runs in a folder. */
export interface Totals {
  /** Tried, those aside that a run begins with. */
  readonly inputs: number;
  /** Edges between blocks of code that some input passed. */
  readonly edges: number;
  readonly corpusFiles: number;
  /** Of processor time, with the checks that the target is built with. */
  readonly slowestMs: number;
  /** Memory that one picture took, in bytes: read by rows, and held whole. */
  readonly rowsBytes: number;
  readonly wholeBytes: number;
}

/** Half the time of each input went into what these switch off; all that is read or written is looked at still. */
const checks = 'quarantine_size_mb=8:malloc_context_size=2:detect_stack_use_after_return=0';
const none: Totals = { inputs: 0, edges: 0, corpusFiles: 0, slowestMs: 0, rowsBytes: 0, wholeBytes: 0 };

/** Where a folder has what. */
export function partsOf(folder: string): Record<'target' | 'seeds' | 'corpus' | 'faults' | 'totals', string> {
  return {
    target: path.join(folder, 'target'),
    seeds: path.join(folder, 'seeds'),
    corpus: path.join(folder, 'corpus'),
    faults: path.join(folder, 'faults'),
    totals: path.join(folder, 'totals.json'),
  };
}

export function readTotals(folder: string): Totals {
  const { totals } = partsOf(folder);
  // Written below.
  return existsSync(totals) ? (JSON.parse(readFileSync(totals, 'utf8')) as Totals) : none;
}

/** Inputs that the target failed at, by file name; those that took too long too. */
export function faultsIn(folder: string): string[] {
  const { faults } = partsOf(folder);
  return existsSync(faults) ? readdirSync(faults).sort() : [];
}

/**
 * Tries so many inputs, fewer where one fails, and adds what came of it to the totals.
 * @throws Error where the target does not start
 */
export function fuzz(folder: string, dictionary: string | null, inputs: number): Totals {
  const { target, seeds, corpus, faults, totals } = partsOf(folder);
  mkdirSync(corpus, { recursive: true });
  mkdirSync(faults, { recursive: true });
  // And an empty one, which libFuzzer tries first.
  const begun = readdirSync(corpus).length + readdirSync(seeds).length + 1;
  const options = [
    `-runs=${inputs + begun}`,
    '-max_len=16384',
    // By the clock: others may have the processor.
    '-timeout=100',
    ...(dictionary ? [`-dict=${dictionary}`] : []),
  ];
  const { stdout, stderr } = spawnSync(
    target,
    [...options, '-print_final_stats=1', `-artifact_prefix=${faults}/`, corpus, seeds],
    { encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, ASAN_OPTIONS: checks } },
  );
  const result = added(readTotals(folder), `${stdout}\n${stderr}`, readdirSync(corpus).length);
  writeFileSync(totals, `${JSON.stringify(result, null, 2)}\n`);
  return result;
}

/** What libFuzzer and the target printed, added to the totals. */
export function added(totals: Totals, printed: string, corpusFiles: number): Totals {
  const last = (pattern: RegExp) => Number([...printed.matchAll(pattern)].at(-1)?.[1] ?? 0);
  const tried = last(/stat::number_of_executed_units: *(\d+)/g);
  if (tried === 0) throw new Error(`The fuzz target did not run:\n${printed.slice(-2000)}`);
  return {
    inputs: totals.inputs + Math.max(0, tried - last(/^#(\d+)\s+INITED/gm)),
    edges: Math.max(totals.edges, last(/\bcov: (\d+)/g)),
    corpusFiles,
    slowestMs: Math.max(totals.slowestMs, last(/slowest-ms (\d+)/g)),
    rowsBytes: Math.max(totals.rowsBytes, last(/memory-by-rows (\d+)/g)),
    wholeBytes: Math.max(totals.wholeBytes, last(/memory-whole (\d+)/g)),
  };
}
