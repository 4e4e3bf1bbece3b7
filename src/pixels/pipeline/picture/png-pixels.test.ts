/** The rows of a PNG, whatever pieces its zlib stream comes in. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { concatenate } from '../concatenate.ts';
import { pngChunk, pngSignature } from '../png/chunk.ts';
import { ImageFault } from './fault.ts';
import { inflatePngPixels } from './png-pixels.ts';

/** Noise, which deflate makes no shorter. */
const rows = noise();
const stream = deflateSync(rows);

function noise(): Uint8Array {
  let state = 7;
  return Uint8Array.from({ length: 400_000 }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 16;
  });
}

/** A file whose IDAT chunks have these lengths, in turn, and the rest of the stream. */
function fileOf(...lengths: readonly number[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < stream.length; turn++) {
    const end = Math.min(stream.length, at + lengths[turn % lengths.length]);
    chunks.push(pngChunk('IDAT', [stream.subarray(at, end)]));
    at = end;
  }
  return concatenate([pngSignature, pngChunk('IHDR', [new Uint8Array(13)]), ...chunks, pngChunk('IEND', [])]);
}

async function read(file: Uint8Array, rawBytes = rows.length): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of inflatePngPixels(file, rawBytes)) pieces.push(piece.slice());
  return concatenate(pieces);
}

describe('the rows of a PNG', () => {
  test.each([[[stream.length]], [[8192]], [[65_536]], [[40_000]], [[100_000, 1, 3]], [[1, 70_000, 30_000, 40_000]]])(
    'are the same with chunks of %j bytes',
    async (lengths) => {
      expect(Buffer.compare(await read(fileOf(...lengths)), rows)).toBe(0);
    },
  );

  test('are as many as the picture has', async () => {
    expect(Buffer.compare(await read(fileOf(8192), 1000), rows.subarray(0, 1000))).toBe(0);
  });

  test('are incomplete where one is missing', async () => {
    await expect(read(fileOf(8192), rows.length + 1)).rejects.toBeInstanceOf(ImageFault);
    await expect(read(fileOf(8192).subarray(0, stream.length / 2))).rejects.toThrow('broken or incomplete');
  });
});
