/** Ends of PNG files before the decoder of the edge, in the runtime whose zlib expands them there. */
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { pngChunk, pngSignature } from '../pipeline/png/chunk.ts';
import { decodePng } from './png.ts';

const [widthPx, heightPx] = [50, 700];
/** Rows of RGB without a filter, longer than a stored block and than a piece of zlib. */
const raw = Uint8Array.from({ length: heightPx * (1 + widthPx * 3) }, (_, at) =>
  at % (1 + widthPx * 3) === 0 ? 0 : (at * 7919) >> 5,
);
const stream = deflateSync(raw);

function join(...pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Without `IEND`. @param chunkBytes data of each `IDAT` */
function png(data: Uint8Array, chunkBytes = data.length): Uint8Array {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, widthPx);
  new DataView(header.buffer).setUint32(4, heightPx);
  header.set([8, 2], 8);
  const chunks = Array.from({ length: Math.ceil(data.length / chunkBytes) }, (_, index) =>
    pngChunk('IDAT', [data.subarray(index * chunkBytes, (index + 1) * chunkBytes)]),
  );
  return join(pngSignature, pngChunk('IHDR', [header]), ...chunks);
}

const end = pngChunk('IEND', []);
const wrongAdler = stream.map((byte, at) => (at === stream.length - 1 ? byte ^ 1 : byte));

test.each([
  ['whole', join(png(stream), end)],
  ['in many chunks', join(png(stream, 5), end)],
  ['without IEND', png(stream)],
  ['without the last checksum', png(stream).subarray(0, -4)],
  ['without the checksum of the stream', join(png(stream.subarray(0, -4)), end)],
  ['without either', png(stream).subarray(0, -8)],
  ['with bytes behind the stream', join(png(join(stream, new Uint8Array(200_000))), end)],
  ['with many megabytes behind the last row', join(png(deflateSync(join(raw, new Uint8Array(2 ** 25)))), end)],
])('a file %s is the picture', async (_what, file) => {
  const { width, height, data } = await decodePng(file);
  expect([width, height]).toEqual([widthPx, heightPx]);
  const wrong = data.findIndex((sample, at) => {
    const pixel = Math.floor(at / 4);
    const stored = raw[pixel * 3 + Math.floor(pixel / widthPx) + 1 + (at % 4)];
    return sample !== (at % 4 === 3 ? 255 : stored);
  });
  expect(wrong).toBe(-1);
});

test.each([
  ['a wrong checksum of the stream', join(png(wrongAdler), end)],
  ['a wrong checksum of the stream, in a chunk of its own', join(png(wrongAdler, stream.length - 4), end)],
  [
    'a wrong checksum of pixels',
    join(
      png(stream).map((byte, at, all) => (at === all.length - 1 ? byte ^ 1 : byte)),
      end,
    ),
  ],
  ['a byte too few', join(png(deflateSync(raw.subarray(0, -1))), end)],
  ['half a stream', png(stream).subarray(0, stream.length >> 1)],
  ['no zlib stream', join(png(stream.subarray(2)), end)],
])('a file with %s is refused', async (_what, file) => {
  await expect(decodePng(file)).rejects.toBeInstanceOf(ImageFault);
});
