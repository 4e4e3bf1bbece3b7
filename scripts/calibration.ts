/** How fast this machine is now: CPU seconds of four fixed works, beside those of `.ci/calibration.tsv`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject } from '../src/local/root.ts';
import { factorOf, parseCalibration } from './ci-seconds/factor.ts';
import { measureWorks } from './ci-seconds/works.ts';

const help = `Usage: tsx scripts/calibration.ts [--to FILE]

Does a loop of JavaScript, a codec, a network and starts of a process, and prints CPU seconds of each beside those of
.ci/calibration.tsv, and a factor: how many seconds this machine takes for one of the machine of
lab/evaluation/measurements/test-seconds.tsv. Other work on the machine makes all of it slower, and that is meant.

  --to FILE  also writes the factor there`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, to: { type: 'string' } } });
if (values.help) {
  console.log(help);
} else {
  const reference = parseCalibration(readFileSync(inProject('.ci/calibration.tsv'), 'utf8'));
  const seconds = await measureWorks();
  const factor = factorOf(seconds, reference);
  for (const [work, taken] of seconds) {
    console.log(
      `${taken.toFixed(2).padStart(7)} CPU s, ${reference.seconds.get(work)?.toFixed(2) ?? 'none'} kept: ${work}`,
    );
  }
  console.log(`${factor.toFixed(3).padStart(7)} seconds here for one of the machine of test-seconds.tsv`);
  if (values.to !== undefined) {
    mkdirSync(path.dirname(values.to), { recursive: true });
    writeFileSync(values.to, `${factor}\n`);
  }
}
