/** The end of `.ci/run`: CPU seconds of its steps, beside those that are kept. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { inProject } from '../src/local/root.ts';
import { compareSeconds, keptList } from './ci-seconds/compare.ts';
import { secondsByName } from './ci-seconds/factor.ts';

/** Written by `.ci/run`: a row for each step, and the factors of `scripts/calibration.ts`. */
const stepsFile = inProject('dist/ci/steps.tsv');
const factorFiles = ['dist/ci/factor-before', 'dist/ci/factor-after'].map((file) => inProject(file));
/** To keep, where the run is one to compare with: copied to `.ci/seconds.tsv` by hand. */
const writtenFile = inProject('dist/ci/seconds.tsv');
const warningFile = inProject('dist/ci/warning.txt');
const keptFile = inProject('.ci/seconds.tsv');

const factors = factorFiles.map((file) => Number(readFileSync(file, 'utf8')));
const factor = factors.reduce((sum, each) => sum + each, 0) / factors.length;
const taken = secondsByName(readFileSync(stepsFile, 'utf8'));
const kept = existsSync(keptFile) ? secondsByName(readFileSync(keptFile, 'utf8')) : new Map<string, number>();
const machine = `${availableParallelism()} cores, ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`;
const { lines, warning } = compareSeconds(taken, kept, factor);
console.log(
  [machine, `Factors before and after: ${factors.map((each) => each.toFixed(3)).join(', ')}`, ...lines].join('\n'),
);
writeFileSync(writtenFile, keptList(taken, factor, machine));
writeFileSync(warningFile, warning === null ? '' : `${warning}\n`);
