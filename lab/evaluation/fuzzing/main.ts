/** `npm run fuzz-jpeg-rows`, `-png-rows` and `-webp-rows`: the C of a codec of rows under libFuzzer; not of PNG, what that found once more through WASM. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inProject } from '../../../src/local/root.ts';
import { count } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { faultsIn, fuzz, partsOf, readTotals } from './libfuzzer.ts';
import { writePngSeeds } from './png-seeds.ts';
import { writeSeeds } from './seeds.ts';
import { readCorpus } from './through-wasm.ts';
import { writeWebpSeeds } from './webp-seeds.ts';
import { compareWebpCorpus } from './webp-through-wasm.ts';

const help = `Usage: npm run fuzz-jpeg-rows [-- options], npm run fuzz-webp-rows [-- options], npm run fuzz-png-rows [-- --thousands N]

Tries damaged files on a native build of src/pixels/codecs/jpeg-rows, png-rows or webp-rows, with what finds faults of memory and undefined
behaviour, and prints what was found in all runs so far. dist/fuzz-jpeg-rows and so on keeps the inputs that reached something new:
the next run goes on from there. Exit status 1 where an input failed; it is in the folder faults.

  --thousands N   inputs to try, in thousands (default 100)
  --wasm          reads all files kept so far through WASM instead; those of WebP are compared with what libvips makes of them

src/pixels/codecs/build.sh names what has to be installed.`;

const seedsOf: Readonly<Record<string, (folder: string) => void | Promise<void>>> = {
  jpeg: writeSeeds,
  png: writePngSeeds,
  webp: writeWebpSeeds,
};
const inputsOfOneRun = 50_000;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      thousands: { type: 'string', default: '100' },
      codec: { type: 'string', default: 'jpeg' },
      wasm: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(help);
  const folder = inProject(`dist/fuzz-${values.codec}-rows`);
  mkdirSync(folder, { recursive: true });
  await seedsOf[values.codec](partsOf(folder).seeds);
  if (values.wasm)
    return console.log(values.codec === 'webp' ? await compareWebpCorpus(folder) : await readCorpus(folder));
  const build = ['--fuzz', `${values.codec}-rows`, partsOf(folder).target];
  execFileSync(inProject('src/pixels/codecs/build.sh'), build, { stdio: 'inherit' });
  const dictionary = values.codec === 'jpeg' ? inProject('src/pixels/codecs/jpeg-rows/fuzz/jpeg.dict') : null;
  tryInputs(folder, dictionary, count('thousands', values.thousands) * 1000);
}

/** Prints a line of totals after each run of the target. */
function tryInputs(folder: string, dictionary: string | null, inputs: number): void {
  const goal = readTotals(folder).inputs + inputs;
  let totals = readTotals(folder);
  while (totals.inputs < goal && faultsIn(folder).length === 0) {
    totals = fuzz(folder, dictionary, Math.min(inputsOfOneRun, goal - totals.inputs));
    const sizes = `${kibibytes(totals.rowsBytes)} read by rows, ${kibibytes(totals.wholeBytes)} held whole`;
    const found = `${totals.edges} edges, ${totals.corpusFiles} files kept, slowest ${totals.slowestMs} ms`;
    console.log(`${totals.inputs} inputs, ${found}, most memory ${sizes}`);
  }
  const faults = faultsIn(folder);
  if (faults.length > 0) throw new Error(`Failed: ${faults.join(', ')} in ${partsOf(folder).faults}`);
}

function kibibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`;
}
