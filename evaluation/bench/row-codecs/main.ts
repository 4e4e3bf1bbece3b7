/**
 * `npm run bench-row-codecs`: decoders that read by rows, against sharp on one thread and the decoders of whole pictures, by
 * processor time and by memory. All take turns in one process, so that a disturbed moment hits all.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import jpegFactory from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import sharp, { type JpegOptions } from 'sharp';
import { decodeWithEmscripten } from '../../../src/codecs/emscripten.ts';
import { openJpegRows } from '../../../src/codecs/jpeg-rows/jpeg-rows.ts';
import type { RowDecoderOptions } from '../../../src/codecs/row-decoder.ts';
import { defaultLimits } from '../../../src/contract/limits.ts';
import { inProject } from '../../../src/start/root.ts';
import { count } from '../../arguments.ts';
import { runCommand } from '../../command.ts';
import { benchPhoto } from '../photos.ts';
import { ownSeconds } from '../processes.ts';
import { median, table } from '../table.ts';

const help = `Usage: npm run bench-row-codecs [-- options]

Decodes JPEG files of 12 megapixels in several ways, in turns, and prints a table: processor time as a share of what sharp takes
on one thread, and the memory of WASM. Nothing else should run on the machine.

  --rounds N   after one of warm-up (default 5)`;

/** More than a progressive picture of 12 megapixels takes. */
const grantedBytes = 100 * 2 ** 20;
const rowsAtOnce = 16;
const mebibyte = 2 ** 20;

const files: Readonly<Record<string, JpegOptions>> = {
  'baseline 4:2:0': { quality: 90 },
  'baseline 4:4:4': { quality: 90, chromaSubsampling: '4:4:4' },
  'progressive 4:2:0': { quality: 90, progressive: true },
};

/** One way to decode a file. Each gives the bytes of memory that WASM took, 0 for native code. */
const ways: Readonly<Record<string, (file: Buffer) => Promise<number>>> = {
  'sharp, one thread': async (file) => {
    await sharp(file).raw().toBuffer();
    return 0;
  },
  'rows, whole size': async (file) => readRows(file, 8),
  'rows, half': async (file) => readRows(file, 4),
  'rows, a quarter': async (file) => readRows(file, 2),
  '@jsquash/jpeg, whole picture': async (file) => {
    const { spare } = await decodeWithEmscripten(jpegFactory, wholeDecoder, file, 'JPEG', false);
    return spare.byteLength;
  },
};

const wholeDecoder = new WebAssembly.Module(
  readFileSync(inProject('node_modules/@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')),
);

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(help);
  const rounds = count('rounds', values.rounds);
  sharp.concurrency(1);
  sharp.cache(false);
  const photo = await benchPhoto('coffee', 12);
  const lines: string[][] = [];
  for (const [name, options] of Object.entries(files)) {
    lines.push(...(await measure(name, await sharp(photo).jpeg(options).toBuffer(), rounds)));
  }
  console.log(table(['File', 'Way', 'Processor ms', 'To sharp', 'WASM MiB'], lines));
}

/** A line of the table for each way to decode one file. */
async function measure(name: string, file: Buffer, rounds: number): Promise<string[][]> {
  const taken = Object.entries(ways).map(([way, decode]) => ({ way, decode, seconds: [] as number[], bytes: 0 }));
  for (let round = 0; round <= rounds; round++) {
    for (const each of taken) {
      const before = ownSeconds();
      each.bytes = await each.decode(file);
      if (round > 0) each.seconds.push(ownSeconds() - before);
    }
    process.stderr.write(`${name}: round ${round} of ${rounds}\n`);
  }
  const [bySharp] = taken;
  return taken.map(({ way, seconds, bytes }) => [
    name,
    way,
    (1000 * median(seconds)).toFixed(0),
    median(seconds.map((each, round) => each / bySharp.seconds[round])).toFixed(2),
    bytes === 0 ? '' : (bytes / mebibyte).toFixed(1),
  ]);
}

/** All rows of a file; the memory that its decoder had at the end. */
function readRows(file: Buffer, eighths: RowDecoderOptions['eighths']): number {
  const reader = openJpegRows(file, { eighths, grantedBytes, maxScans: defaultLimits.maxJpegScans });
  try {
    const rows = new Uint8Array(rowsAtOnce * reader.widthPx * reader.channels);
    while (reader.read(rowsAtOnce, rows) > 0);
    return reader.heldBytes;
  } finally {
    reader.close();
  }
}
