/**
 * `npm run bench-row-codecs`: decoders that read by rows, against sharp on one thread and the decoders of whole pictures, by
 * processor time and by memory. All take turns in one process, so that a disturbed moment hits all.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import jpegFactory from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import webpFactory from '@jsquash/webp/codec/dec/webp_dec.js';
import sharp, { type JpegOptions, type WebpOptions } from 'sharp';
import { defaultLimits } from '../../../../src/contract/limits.ts';
import { inProject } from '../../../../src/local/root.ts';
import { decodeWithEmscripten } from '../../../../src/pixels/codecs/emscripten.ts';
import { openJpegRows } from '../../../../src/pixels/codecs/jpeg-rows/jpeg-rows.ts';
import type { RowDecoder, RowDecoderOptions } from '../../../../src/pixels/codecs/row-decoder.ts';
import { openWebpRows } from '../../../../src/pixels/codecs/webp-rows/webp-rows.ts';
import { median } from '../../../../testing/percentiles.ts';
import { count } from '../../arguments.ts';
import { runCommand } from '../../command.ts';
import { benchPhoto } from '../photos.ts';
import { ownSeconds } from '../processes.ts';
import { table } from '../table.ts';

const help = `Usage: npm run bench-row-codecs [-- options]

Decodes JPEG and lossy WebP files of 12 megapixels in several ways, in turns, and prints a table: processor time as a share of what sharp takes
on one thread, and the memory of WASM. Nothing else should run on the machine.

  --rounds N   after one of warm-up (default 5)`;

/** More than a progressive picture of 12 megapixels takes. */
const grantedBytes = 100 * 2 ** 20;
const rowsAtOnce = 16;
const mebibyte = 2 ** 20;

const jpegFiles: Readonly<Record<string, JpegOptions>> = {
  'baseline 4:2:0': { quality: 90 },
  'baseline 4:4:4': { quality: 90, chromaSubsampling: '4:4:4' },
  'progressive 4:2:0': { quality: 90, progressive: true },
};
const webpFiles: Readonly<Record<string, WebpOptions>> = {
  'WebP, quality 80': { quality: 80 },
  'WebP, quality 95': { quality: 95 },
};

/** Ways to decode a file. Each gives the bytes of memory that WASM took, 0 for native code. */
type Ways = Readonly<Record<string, (file: Buffer) => Promise<number>>>;

const bySharp: Ways = {
  'sharp, one thread': async (file) => {
    await sharp(file).raw().toBuffer();
    return 0;
  },
};
const jpegWays: Ways = {
  ...bySharp,
  'rows, whole size': async (file) => readRows(openJpeg(file, 8)),
  'rows, half': async (file) => readRows(openJpeg(file, 4)),
  'rows, a quarter': async (file) => readRows(openJpeg(file, 2)),
  '@jsquash/jpeg, whole picture': async (file) => {
    const { spare } = await decodeWithEmscripten(jpegFactory, wholeJpegDecoder, file, 'JPEG', false);
    return spare.byteLength;
  },
};
const webpWays: Ways = {
  ...bySharp,
  rows: async (file) => readRows(openWebpRows(file, { grantedBytes, withAlpha: false })),
  '@jsquash/webp, whole picture': async (file) => {
    const { spare } = await decodeWithEmscripten(webpFactory, wholeWebpDecoder, file, 'WebP');
    return spare.byteLength;
  },
};

const moduleOf = (name: string) => new WebAssembly.Module(readFileSync(inProject(`node_modules/@jsquash/${name}`)));
const wholeJpegDecoder = moduleOf('jpeg/codec/dec/mozjpeg_dec.wasm');
const wholeWebpDecoder = moduleOf('webp/codec/dec/webp_dec.wasm');

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(help);
  const rounds = count('rounds', values.rounds);
  sharp.concurrency(1);
  sharp.cache(false);
  const photo = await benchPhoto('coffee', 12);
  const lines: string[][] = [];
  for (const [name, options] of Object.entries(jpegFiles)) {
    lines.push(...(await measure(name, await sharp(photo).jpeg(options).toBuffer(), jpegWays, rounds)));
  }
  for (const [name, options] of Object.entries(webpFiles)) {
    lines.push(...(await measure(name, await sharp(photo).webp(options).toBuffer(), webpWays, rounds)));
  }
  console.log(table(['File', 'Way', 'Processor ms', 'To sharp', 'WASM MiB'], lines));
}

/** A line of the table for each way to decode one file. */
async function measure(name: string, file: Buffer, ways: Ways, rounds: number): Promise<string[][]> {
  const taken = Object.entries(ways).map(([way, decode]) => ({ way, decode, seconds: [] as number[], bytes: 0 }));
  for (let round = 0; round <= rounds; round++) {
    for (const each of taken) {
      const before = ownSeconds();
      each.bytes = await each.decode(file);
      if (round > 0) each.seconds.push(ownSeconds() - before);
    }
    process.stderr.write(`${name}: round ${round} of ${rounds}\n`);
  }
  const [first] = taken;
  return taken.map(({ way, seconds, bytes }) => [
    name,
    way,
    (1000 * median(seconds)).toFixed(0),
    median(seconds.map((each, round) => each / first.seconds[round])).toFixed(2),
    bytes === 0 ? '' : (bytes / mebibyte).toFixed(1),
  ]);
}

function openJpeg(file: Buffer, eighths: RowDecoderOptions['eighths']): RowDecoder {
  return openJpegRows(file, { eighths, grantedBytes, maxScans: defaultLimits.maxJpegScans });
}

/** All rows of a file; the memory that its decoder had at the end. */
function readRows(reader: RowDecoder): number {
  try {
    const rows = new Uint8Array(rowsAtOnce * reader.widthPx * reader.channels);
    while (reader.read(rowsAtOnce, rows) > 0);
    return reader.heldBytes;
  } finally {
    reader.close();
  }
}
