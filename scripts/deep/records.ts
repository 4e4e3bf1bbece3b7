/** Records of the deep level on this machine: what is kept with the project, and what is done for this tree. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { git } from '../repository/git.ts';
import { type DeepRun, readRuns, writeRuns } from './record.ts';
import type { PartRun } from './run-part.ts';

/** From the project's folder. */
const kept = '.ci/deep.tsv';

/** The file of parts that are done for a tree; it goes with dist/. */
export function doneFile(tree: string): string {
  return `dist/deep/${tree}.tsv`;
}

/** @param file from the project's folder; left out, what is kept with the project */
export function runsIn(root: string, file = kept): Map<string, DeepRun> {
  const whole = path.join(root, file);
  return existsSync(whole) ? readRuns(readFileSync(whole, 'utf8')) : new Map();
}

/** Adds a run in place of the last one of its part. */
export function keepRun(root: string, run: DeepRun, file = kept): void {
  const place = path.join(root, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, writeRuns(runsIn(root, file).set(run.part, run)));
}

/** Today in the form of records. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** As other tables name it. */
export function machine(): string {
  return `${availableParallelism()} cores, ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
}

/** A line of a record. @param before the last one of that part */
export function lineOf(
  root: string,
  { part, tree, seed }: Pick<DeepRun, 'part' | 'tree' | 'seed'>,
  run: PartRun,
  before?: DeepRun,
): DeepRun {
  const commit = git(root, 'rev-parse', 'HEAD');
  const greenAt = run.failures === 0 ? commit : (before?.greenAt ?? '');
  return { ...run, part, tree, commit, date: today(), machine: machine(), seed, greenAt };
}
