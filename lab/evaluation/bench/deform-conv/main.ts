/** `npm run bench-deform-conv`: what deformable convolutions cost spelled out, and as one operator each. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepareMatte } from '../../../../src/inference/models/matte/recipe.ts';
import { generator } from '../../../../testing/random.ts';
import { count } from '../../arguments.ts';
import { runCommand } from '../../command.ts';
import { openBenchSession } from '../providers/session.ts';
import type { RunReport } from '../providers/session-process.ts';
import { table } from '../table.ts';
import { spelledOutDecoder } from './decoder.ts';

const help = `Usage: npm run bench-deform-conv [-- options]

Prepares a published BiRefNet as it is, and with the operator DeformConv, runs each in a session of its own, once to warm
up and once measured, and prints both. Without a file: five blocks of BiRefNet-lite with random weights.

  --file FILE    ONNX file with the interface of BiRefNet
  --side N       of its picture (default 1024)
  --threads N    of a session (default: the processor's cores)
  --only KIND    operator or published`;

const kinds = ['published', 'operator'] as const;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      side: { type: 'string', default: '1024' },
      threads: { type: 'string', default: String(availableParallelism()) },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(help);
  const [sidePx, threads] = [count('side', values.side), count('threads', values.threads)];
  const published = values.file
    ? await readFile(values.file)
    : spelledOutDecoder({ sidePx, channels: 64, outputs: 256 });
  const picture = noise(sidePx);
  const directory = await mkdtemp(path.join(tmpdir(), 'deform-conv-'));
  try {
    const reports = new Map<string, RunReport>();
    for (const kind of kinds.filter((each) => (values.only ?? each) === each)) {
      const file = path.join(directory, `${kind}.onnx`);
      await writeFile(file, prepareMatte(published, preparationOf(sidePx, kind), console.error));
      reports.set(kind, await measure(file, picture, threads));
    }
    console.log(`${cpus()[0].model}, ${threads} threads, ${values.file ?? 'five blocks'} at ${sidePx} × ${sidePx}\n`);
    const rows = [...reports].map(([kind, { cpuSeconds, medianMs, peakBytes }]) => [
      kind,
      cpuSeconds.toFixed(2),
      (medianMs / 1000).toFixed(2),
      (peakBytes / 1e6).toFixed(0),
    ]);
    console.log(table(['Deformable convolutions', 'CPU, s', 'Time, s', 'Peak memory, MB'], rows));
    const [first, second] = [...reports.values()].map(({ outputs: [matte] }) => matte.data);
    if (second) console.log(`\n${differences(first, second)}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function preparationOf(sidePx: number, kind: (typeof kinds)[number]) {
  return {
    ...{ kind: 'matte' as const, precision: 'fp32' as const },
    ...(kind === 'operator' && { deformConv: 'operator' as const }),
    input: {
      ...{ widthPx: sidePx, heightPx: sidePx },
      mean: [0.485, 0.456, 0.406] as [number, number, number],
      std: [0.229, 0.224, 0.225] as [number, number, number],
    },
    output: { name: 'output_image', activation: 'sigmoid' as const },
  };
}

/** One run after one to warm up, in a process of its own. */
async function measure(file: string, data: Uint8Array, threads: number): Promise<RunReport> {
  const choice = { name: 'native', threads, providers: ['cpu'] } as const;
  const session = await openBenchSession({ file, precision: 'fp32', choice, outputs: ['matte'] });
  try {
    const side = Math.sqrt(data.length / 3);
    return await session.run({
      inputs: [{ name: 'image', datatype: 'UINT8', shape: [1, side, side, 3], data }],
      runs: 1,
    });
  } finally {
    await session.close();
  }
}

function noise(sidePx: number): Uint8Array {
  const random = generator(1);
  return Uint8Array.from({ length: sidePx * sidePx * 3 }, () => 256 * random());
}

/** How far two mattes are apart, in steps of 255. */
function differences(left: Uint8Array, right: Uint8Array): string {
  let [sum, largest, least, most] = [0, 0, 255, 0];
  for (const [at, value] of left.entries()) {
    const difference = Math.abs(value - right[at]);
    sum += difference;
    largest = Math.max(largest, difference);
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return `Mattes from ${least} to ${most} differ by ${(sum / left.length).toFixed(4)} of 255 in the mean, by ${largest} at most.`;
}
