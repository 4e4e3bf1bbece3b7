/** Files that fuzzing kept, read through WASM as the service would read them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultLimits } from '../../../src/contract/limits.ts';
import { indexJpeg, openJpegRows } from '../../../src/pixels/codecs/jpeg-rows/jpeg-rows.ts';
import { BeyondRowDecoder, type RowDecoderOptions } from '../../../src/pixels/codecs/row-decoder.ts';
import { ImageFault } from '../../../src/pixels/pipeline/picture/fault.ts';
import { ownSeconds } from '../bench/processes.ts';
import { partsOf } from './libfuzzer.ts';
import { planBytes } from './seeds.ts';

const grantedBytes = 96 * 2 ** 20;
const apartPx = 256;
const maxPixels = 4 * 2 ** 20;
const sizes = [8, 4, 1] as const;

/**
 * Reads all of them at several sizes.
 * @returns a line of what came of it
 * @throws Error where a reader throws what callers do not expect, or takes more memory than it was granted
 */
export async function readCorpus(folder: string): Promise<string> {
  const { corpus, seeds } = partsOf(folder);
  const files = [corpus, seeds].flatMap((from) => readdirSync(from).map((name) => path.join(from, name)));
  const came = { read: 0, refused: 0, larger: 0 };
  let slowest = { seconds: 0, file: '' };
  let mostBytes = 0;
  for (const file of files) {
    const bytes = readFileSync(file).subarray(0, -planBytes);
    for (const eighths of sizes) {
      const before = ownSeconds();
      const { outcome, heldBytes } = await readWhole(bytes, eighths);
      const seconds = ownSeconds() - before;
      came[outcome]++;
      mostBytes = Math.max(mostBytes, heldBytes);
      if (seconds > slowest.seconds) slowest = { seconds, file };
    }
  }
  const taken = `slowest ${Math.ceil(slowest.seconds * 1000)} ms (${path.basename(slowest.file)})`;
  const memory = `most memory ${Math.ceil(mostBytes / 1024)} KiB`;
  return `${files.length} files at ${sizes.length} sizes: ${JSON.stringify(came)}, ${taken}, ${memory}`;
}

async function readWhole(file: Uint8Array, eighths: RowDecoderOptions['eighths']) {
  let heldBytes = 0;
  try {
    const { widthPx, heightPx } = openJpegRows(file, {
      eighths: 8,
      grantedBytes,
      maxScans: defaultLimits.maxJpegScans,
    });
    if (widthPx * heightPx > maxPixels) return { outcome: 'larger', heldBytes } as const;
    const decoder = openJpegRows(file, { eighths, grantedBytes, maxScans: defaultLimits.maxJpegScans });
    const row = new Uint8Array(decoder.widthPx * decoder.channels);
    while (decoder.read(1, row) === 1) heldBytes = decoder.heldBytes;
    await readTurned(file, eighths);
    if (heldBytes > grantedBytes) throw new Error(`The decoder took ${heldBytes} bytes`);
    return { outcome: 'read', heldBytes } as const;
  } catch (fault) {
    const isTrap = fault instanceof Error && fault.cause instanceof WebAssembly.RuntimeError;
    if (isTrap || !(fault instanceof ImageFault || fault instanceof BeyondRowDecoder)) throw fault;
    return { outcome: 'refused', heldBytes } as const;
  }
}

/** Reads a baseline file once more, by an index and turned. */
async function readTurned(file: Uint8Array, eighths: RowDecoderOptions['eighths']): Promise<void> {
  const options = { eighths, grantedBytes, maxScans: defaultLimits.maxJpegScans };
  try {
    const decoder = openJpegRows(file, options, await indexJpeg(file, options, apartPx));
    const { widthPx, heightPx } = decoder;
    for (let leftPx = 0; leftPx < widthPx; leftPx += apartPx) {
      decoder.turned({ leftPx, topPx: 0, widthPx: Math.min(apartPx, widthPx - leftPx), heightPx }, 6);
    }
  } catch (fault) {
    // There is no index of several scans or of arithmetic coding.
    if (!(fault instanceof BeyondRowDecoder)) throw fault;
  }
}
