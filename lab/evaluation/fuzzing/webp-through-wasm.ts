/** WebP frames that fuzzing kept, read through WASM as the service would read them, and by libvips: one verdict, the same pixels. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { BeyondRowDecoder } from '../../../src/pixels/codecs/row-decoder.ts';
import { openWebpRows } from '../../../src/pixels/codecs/webp-rows/webp-rows.ts';
import { ImageFault } from '../../../src/pixels/pipeline/picture/fault.ts';
import { ownSeconds } from '../bench/processes.ts';
import { partsOf } from './libfuzzer.ts';

const grantedBytes = 96 * 2 ** 20;
const maxPixels = 4 * 2 ** 20;
/** What a reader does, behind the file: target.c. */
const planBytes = 8;
/** Each input is read as it is, and so often with a few of its bits the other way round. */
const damagesOfEach = 12;

/**
 * Reads all of them, and damaged ones, with their alpha and without it.
 * @returns a line of what came of it
 * @throws Error where a reader throws what callers do not expect, takes more memory than it was granted, or libvips says otherwise
 */
export async function compareWebpCorpus(folder: string): Promise<string> {
  const { corpus, seeds } = partsOf(folder);
  const inputs = [corpus, seeds].flatMap((from) => readdirSync(from).map((name) => path.join(from, name)));
  const came = { read: 0, refused: 0, larger: 0, beyond: 0 };
  let slowest = { seconds: 0, input: '' };
  let mostBytes = 0;
  let files = 0;
  for (const input of inputs) {
    const bytes = readFileSync(input);
    if (bytes.length <= planBytes + 10) continue;
    for (let damage = 0; damage <= damagesOfEach; damage++) {
      const file = fileOf(damage === 0 ? bytes : damaged(bytes, damage), damage % 2 === 0);
      files++;
      const before = ownSeconds();
      const { outcome, heldBytes, samples } = readWhole(file);
      const seconds = ownSeconds() - before;
      came[outcome]++;
      mostBytes = Math.max(mostBytes, heldBytes);
      if (seconds > slowest.seconds) slowest = { seconds, input };
      if (outcome === 'read' || outcome === 'refused') await compare(input, file, samples);
    }
  }
  const taken = `slowest ${Math.ceil(slowest.seconds * 1000)} ms (${path.basename(slowest.input)})`;
  return `${files} files: ${JSON.stringify(came)}, ${taken}, most memory ${Math.ceil(mostBytes / 1024)} KiB`;
}

function readWhole(file: Uint8Array) {
  let heldBytes = 0;
  try {
    const decoder = openWebpRows(file, { grantedBytes, withAlpha: true });
    heldBytes = decoder.heldBytes;
    const { widthPx, heightPx, channels } = decoder;
    if (widthPx * heightPx > maxPixels) return { outcome: 'larger', heldBytes, samples: null } as const;
    const samples = Buffer.alloc(widthPx * heightPx * channels);
    decoder.read(heightPx, samples);
    heldBytes = decoder.heldBytes;
    if (heldBytes > grantedBytes) throw new Error(`The decoder took ${heldBytes} bytes`);
    return { outcome: 'read', heldBytes, samples } as const;
  } catch (fault) {
    const isTrap = fault instanceof Error && fault.cause instanceof WebAssembly.RuntimeError;
    if (fault instanceof BeyondRowDecoder) return { outcome: 'beyond', heldBytes, samples: null } as const;
    if (isTrap || !(fault instanceof ImageFault)) throw fault;
    return { outcome: 'refused', heldBytes, samples: null } as const;
  }
}

/** @throws Error where libvips makes something else of the file. @param samples null where it was refused */
async function compare(input: string, file: Buffer, samples: Buffer | null): Promise<void> {
  const expected = await sharp(file, { failOn: 'error' })
    .raw()
    .toBuffer()
    .catch(() => null);
  const isSame = samples === null || expected === null ? samples === expected : samples.equals(expected);
  if (!isSame) throw new Error(`libvips makes something else of ${input}: ${expected ? 'a picture' : 'none'}`);
}

/** @param seed of the bits that are turned, beside what says how long the alpha is */
function damaged(input: Buffer, seed: number): Buffer {
  const changed = Buffer.from(input);
  let state = seed * 2654435761 + input.length;
  for (let turned = 0; turned <= seed % 4; turned++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    changed[(state >>> 3) % (input.length - planBytes)] ^= 1 << (state & 7);
  }
  return changed;
}

/** A file of the frame and the alpha of an input. */
function fileOf(input: Buffer, withAlpha: boolean): Buffer {
  const parts = input.subarray(0, -planBytes);
  const alphaBytes = input.readUInt16LE(parts.length) % (parts.length + 1);
  const frame = parts.subarray(0, parts.length - alphaBytes);
  if (!withAlpha || alphaBytes === 0 || frame.length < 10) return container([chunk('VP8 ', frame)]);
  const header = Buffer.alloc(10);
  header[0] = 0x10;
  header.writeUIntLE(Math.max(0, (frame.readUInt16LE(6) & 0x3fff) - 1), 4, 3);
  header.writeUIntLE(Math.max(0, (frame.readUInt16LE(8) & 0x3fff) - 1), 7, 3);
  return container([chunk('VP8X', header), chunk('ALPH', parts.subarray(frame.length)), chunk('VP8 ', frame)]);
}

function container(chunks: readonly Buffer[]): Buffer {
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}
