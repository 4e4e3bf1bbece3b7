/** Runs a group in a copy of the tree that holds nothing but its inputs. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../src/local/root.ts';
import type { Failure } from '../../test/run/failures.ts';
import { copyTree } from '../repository/tree-copy.ts';
import { builtFolders, copiedFiles } from './built.ts';
import { type Counts, countsOfJUnit, countsOfVitest, failuresOfVitest, none } from './counts.ts';
import { type Output, runProgram } from './program.ts';
import type { StatedGroup } from './stated-group.ts';

export interface GroupRun {
  readonly name: string;
  readonly passed: boolean;
  readonly counts: Counts;
  /** Where vitest ran it. */
  readonly failures: readonly Failure[];
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

const vitestReport = 'dist/group.json';
const junitReport = 'dist/group.xml';

/** Weights, each by the hash that the manifest has: no input that could change by itself. */
const fetched = ['.edgematte/models', '.edgematte/published'];

/** @param words passed on to vitest */
export async function runGroup(
  { name, group, files, testFiles }: StatedGroup,
  words: readonly string[] = [],
  output: Output = 'shown',
): Promise<GroupRun> {
  const copy = copyTree(files);
  process.once('exit', copy.remove);
  try {
    const inCopy = (file: string) => path.join(copy.root, file);
    mkdirSync(inCopy('dist'));
    mkdirSync(inCopy('.edgematte'));
    for (const install of group.installs) link(`dist/${install}`, inCopy(`dist/${install}`));
    if (group.drivesService) {
      for (const file of [...builtFolders, ...copiedFiles]) cpSync(inProject(file), inCopy(file), { recursive: true });
      for (const folder of fetched) {
        mkdirSync(inProject(folder), { recursive: true });
        link(folder, inCopy(folder));
      }
    }
    const places = Object.entries(group.places ?? {}).map(([variable, place]) => [variable, inCopy(place)]);
    // A run without groups may be what runs this one.
    const environment = { TESTS_ARE_BUILT: 'yes', WITHOUT_GROUPS: 'no', ...Object.fromEntries(places) };
    const ended = await runProgram(group.command ?? vitest(words, testFiles), copy.root, environment, output);
    const counts = countsIn(inCopy(group.command ? junitReport : vitestReport));
    const failures = group.command ? [] : failuresIn(inCopy(vitestReport), copy.root);
    const passed = ended.status === 0 && counts.failed === 0 && counts.passed > 0;
    return { name, passed, counts, failures, cpuSeconds: ended.cpuSeconds, wallSeconds: ended.wallSeconds };
  } finally {
    copy.remove();
    process.off('exit', copy.remove);
  }
}

function vitest(words: readonly string[], testFiles: readonly string[]): readonly string[] {
  const reporters = words.some((word) => word.startsWith('--reporter')) ? [] : ['--reporter=default'];
  const json = ['--reporter=json', `--outputFile.json=${vitestReport}`];
  return [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...words, ...reporters, ...json, ...testFiles];
}

function countsIn(report: string): Counts {
  if (!existsSync(report)) return none;
  const text = readFileSync(report, 'utf8');
  return report.endsWith('.json') ? countsOfVitest(text) : countsOfJUnit(text);
}

function failuresIn(report: string, root: string): Failure[] {
  return existsSync(report) ? failuresOfVitest(readFileSync(report, 'utf8'), root) : [];
}

/** A folder of the project, where it is there. */
function link(folder: string, to: string): void {
  const from = inProject(folder);
  if (existsSync(from)) symlinkSync(from, to);
}
