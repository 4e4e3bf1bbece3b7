/** PNG files as libvips reads them back. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { SharedThread } from '../../bounds/shared-thread.ts';
import type { RowWriter } from '../rows/compose.ts';
import { streamOf } from '../rows/piece-stream.ts';
import { encodePng, pngPieces } from './encode.ts';

function rowsOf(
  widthPx: number,
  heightPx: number,
  channels: 1 | 4,
  samples: Uint8Array,
  written?: number[],
): RowWriter {
  let at = 0;
  return {
    widthPx,
    heightPx,
    channels,
    write(count, into) {
      written?.push(count);
      into.set(samples.subarray(at, at + count * widthPx * channels));
      at += count * widthPx * channels;
    },
  };
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

const noise = (length: number) => Uint8Array.from({ length }, (_, i) => (Math.imul(i, 2654435761) >>> 24) & 255);
const flat = (length: number) => new Uint8Array(length).fill(77);
const text = (length: number) => Uint8Array.from({ length }, (_, i) => (((i >> 5) * 7) % 11 < 3 ? 0 : 255));

describe('what libvips reads back is what was written', () => {
  for (const [kind, make] of Object.entries({ noise, flat, text })) {
    for (const [width, height] of [
      [1, 1],
      [3, 700],
      [701, 433],
      [40_000, 5],
    ]) {
      for (const channels of [1, 4] as const) {
        test(`${kind} ${width}x${height} with ${channels} channels`, async () => {
          const samples = make(width * height * channels);
          const png = await collect(encodePng(rowsOf(width, height, channels, samples), null));
          const image = sharp(png);
          const metadata = await image.metadata();
          expect(metadata).toMatchObject({ format: 'png', width, height, depth: 'uchar' });
          const read = await image
            .toColourspace(channels === 1 ? 'b-w' : 'srgb')
            .raw()
            .toBuffer();
          expect(read.equals(Buffer.from(samples))).toBe(true);
        });
      }
    }
  }
});

test('an RGB profile goes with the cutout and comes back bit for bit', async () => {
  const { icc } = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .withIccProfile('p3')
    .png()
    .toBuffer()
    .then((buffer) => sharp(buffer).metadata());
  if (!icc) throw new Error('libvips made no profile');
  const png = await collect(encodePng(rowsOf(2, 2, 4, flat(16)), icc));
  expect((await sharp(png).metadata()).icc?.equals(icc)).toBe(true);
});

test('code points go beside the profile of a cutout, before its pixels, and not with a matte', async () => {
  const codePoints = { primaries: 12, transfer: 13, matrix: 0, fullRange: true };
  const png = await collect(encodePng(rowsOf(2, 2, 4, flat(16)), new Uint8Array(300), codePoints));
  const chunk = Buffer.from([0, 0, 0, 4, 0x63, 0x49, 0x43, 0x50, 12, 13, 0, 1]);
  expect(png.indexOf(chunk)).toBe(33);
  expect(png.indexOf('iCCP')).toBeGreaterThan(33);
  expect((await sharp(png, { failOn: 'warning' }).raw().toBuffer()).length).toBe(16);
  const matte = await collect(encodePng(rowsOf(2, 2, 1, flat(4)), null, codePoints));
  expect(matte.includes('cICP')).toBe(false);
});

test('work waits for its reader', async () => {
  const written: number[] = [];
  const stream = encodePng(rowsOf(1000, 4000, 4, noise(16_000_000), written), null);
  const reader = stream.getReader();
  await reader.read();
  expect(written.length).toBe(0);
  await reader.read();
  expect(written.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(written.length).toBe(1);
  await reader.cancel();
});

test.each([1, 4] as const)('others have their turns by the pixels of a picture of %i channels', async (channels) => {
  const thread = new SharedThread(async () => {});
  const [width, height] = [1000, 4000];
  await collect(
    streamOf(pngPieces(rowsOf(width, height, channels, new Uint8Array(4_000_000 * channels)), null), thread),
  );
  expect(thread.given).toBe(4);
});

test('soft mattes are smaller than libvips makes them, and those of graphics not much larger', async () => {
  const soft = Uint8Array.from({ length: 800 * 600 }, (_, at) => {
    const edge = 300 - Math.hypot((at % 800) - 400, Math.floor(at / 800) - 300);
    return Math.max(0, Math.min(255, edge * 3 + (((at * 2654435761) >>> 24) % 9)));
  });
  for (const [samples, most] of [
    [soft, 1],
    [text(800 * 600), 1.5],
  ] as const) {
    const png = await collect(encodePng(rowsOf(800, 600, 1, samples), null));
    const peer = await sharp(samples, { raw: { width: 800, height: 600, channels: 1 } })
      .png()
      .toBuffer();
    expect(png.length).toBeLessThan(peer.length * most);
  }
});

test('flat graphics are not blown up by the photo recipe', async () => {
  const samples = text(800 * 600 * 4);
  const png = await collect(encodePng(rowsOf(800, 600, 4, samples), null));
  const peer = await sharp(samples, { raw: { width: 800, height: 600, channels: 4 } })
    .png()
    .toBuffer();
  expect(png.length).toBeLessThan(peer.length * 3);
});
