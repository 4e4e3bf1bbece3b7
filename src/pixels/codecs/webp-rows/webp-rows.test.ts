/** Lossy WebP files read by rows, against libvips, whose decoder calculates alike: no sample differs. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp, { type WebpOptions } from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { webpDecoderBytes } from '../../pipeline/picture/webp-room.ts';
import { probe } from '../../pipeline/probe/probe.ts';
import { BeyondRowDecoder } from '../row-decoder.ts';
import { webpFile, webpKinds } from '../testing/webp-files.node.ts';
import { expectParts, rowsOf } from '../testing/windows.ts';
import { openWebpRows, type WebpRowsOptions } from './webp-rows.ts';

const options = { grantedBytes: 32 * 2 ** 20, withAlpha: true } as const satisfies WebpRowsOptions;
const photo = readFileSync(new URL('../../../../test/fixtures/photos/grace_hopper.jpg', import.meta.url));
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/pictures/input/${name}`, import.meta.url));

type Alpha = 'none' | 'smooth' | 'noise';
const alphaOf: Readonly<Record<Exclude<Alpha, 'none'>, (at: number, widthPx: number) => number>> = {
  smooth: (at, widthPx) => Math.round((255 * (at % widthPx)) / widthPx),
  noise: (at) => ((at * 2654435761) >>> 13) & 255,
};

async function fileOf(widthPx: number, heightPx: number, coding: WebpOptions, alpha: Alpha = 'none'): Promise<Buffer> {
  const picture = sharp(photo).resize(widthPx, heightPx, { fit: 'fill' });
  if (alpha === 'none') return picture.webp(coding).toBuffer();
  const plane = Uint8Array.from({ length: widthPx * heightPx }, (_, at) => alphaOf[alpha](at, widthPx));
  const raw = { width: widthPx, height: heightPx, channels: 1 } as const;
  return picture.joinChannel(Buffer.from(plane), { raw }).webp(coding).toBuffer();
}

function byLibvips(file: Buffer): Promise<Buffer> {
  return sharp(file, { ignoreIcc: true }).raw().toBuffer();
}

/** The last macroblocks are partly outside the picture; filters look beyond those of one row. */
const sizes = [
  [501, 333],
  [512, 256],
  [17, 9],
  [1, 1],
  [2, 2],
  [3, 700],
  [700, 17],
] as const;
const codings: Record<string, WebpOptions> = {
  'of the usual quality': {},
  'of the lowest quality': { quality: 1 },
  'of the highest quality': { quality: 100 },
  'with sharp chroma': { smartSubsample: true },
  'with smoothed blocks': { smartDeblock: true, quality: 40 },
  'of a drawing': { preset: 'drawing', quality: 30 },
  'made in a hurry': { effort: 0 },
  'made with care': { effort: 6, quality: 60, alphaQuality: 30 },
};

describe.each(Object.entries(codings))('%s', (_what, coding) => {
  test.each(sizes)('%i x %i, opaque and with alpha', async (widthPx, heightPx) => {
    for (const alpha of ['none', 'smooth', 'noise'] as const) {
      const file = await fileOf(widthPx, heightPx, coding, alpha);
      const reader = openWebpRows(file, options);
      const channels = alpha === 'none' || widthPx === 1 ? reader.channels : 4;
      expect([reader.widthPx, reader.heightPx, reader.channels]).toEqual([widthPx, heightPx, channels]);
      expect(rowsOf(reader).equals(await byLibvips(file)), alpha).toBe(true);
    }
  });
});

test.each(Object.entries(webpKinds))('%s', async (_what, fields) => {
  for (const [width, height] of [
    [301, 203],
    [33, 150],
  ]) {
    for (const alpha of ['smooth', 'noise'] as const) {
      const samples = await sharp(await fileOf(width, height, { lossless: true }, alpha))
        .raw()
        .toBuffer();
      const file = await webpFile({ widthPx: width, heightPx: height, samples }, fields);
      const reader = openWebpRows(file, options);
      expect(reader.channels).toBe(4);
      expect(rowsOf(reader).equals(await byLibvips(file)), alpha).toBe(true);
    }
  }
});

test('whatever the size and the quality', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom<Alpha>('none', 'smooth', 'noise'),
      async (widthPx, heightPx, quality, alpha) => {
        const file = await fileOf(widthPx, heightPx, { quality, effort: quality % 7 }, alpha);
        expect(rowsOf(openWebpRows(file, options)).equals(await byLibvips(file))).toBe(true);
      },
    ),
    { numRuns: 60, seed: 47 },
  );
});

test.each(['webp-lossy.webp', 'webp-alpha.webp', 'webp-icc.webp'])('%s', async (name) => {
  const file = fixture(name);
  expect(rowsOf(openWebpRows(file, options)).equals(await byLibvips(file))).toBe(true);
});

test.each(['none', 'noise'] as const)('windows are parts of the whole, alpha: %s', async (alpha) => {
  const reader = openWebpRows(await fileOf(301, 203, {}, alpha), options);
  expectParts(reader, rowsOf(reader));
});

test.each(['none', 'noise'] as const)('passes over rows, and goes back, alpha: %s', async (alpha) => {
  const reader = openWebpRows(await fileOf(301, 203, {}, alpha), options);
  const all = rowsOf(reader);
  const rowBytes = reader.widthPx * reader.channels;
  const expectRow = (row: number) => {
    const read = Buffer.alloc(rowBytes);
    reader.read(1, read);
    expect(read.equals(all.subarray(row * rowBytes, (row + 1) * rowBytes))).toBe(true);
  };
  for (const [skipped, between] of [
    [0, 1],
    [1, 3],
    [16, 20],
    [77, 101],
  ]) {
    reader.rewind();
    reader.skip(skipped);
    expectRow(skipped);
    reader.skip(between);
    expectRow(skipped + between + 1);
  }
  reader.skip(1000);
  expect(reader.read(1, Buffer.alloc(rowBytes))).toBe(0);
});

test('alpha is left out where it is not asked for', async () => {
  const file = await fileOf(61, 40, {}, 'noise');
  const reader = openWebpRows(file, { ...options, withAlpha: false });
  expect(reader.channels).toBe(3);
  expect(rowsOf(reader).equals(await sharp(file).removeAlpha().raw().toBuffer())).toBe(true);
});

it.each(['none', 'noise'] as const)('refuses a file that was cut, alpha: %s', async (alpha) => {
  const file = await fileOf(161, 100, {}, alpha);
  for (let length = 0; length < file.length - 1; length += 13) {
    const read = () => rowsOf(openWebpRows(file.subarray(0, length), options));
    expect(read).toThrow(ImageFault);
  }
});

test('what is broken says why to the log', () => {
  const saying = (message: string) =>
    expect.objectContaining({
      kind: 'invalid',
      message: 'The WebP data is broken or incomplete; please send the original file',
      cause: expect.objectContaining({ message }),
    });
  const read = (file: Uint8Array) => rowsOf(openWebpRows(file, options));
  const file = fixture('webp-lossy.webp');
  expect(() => read(Buffer.from('nothing of the kind'))).toThrow(saying('no RIFF container'));
  expect(() => read(Buffer.alloc(0))).toThrow(ImageFault);
  expect(() => read(fixture('webp-lossless.webp'))).toThrow(saying('no lossy picture'));
  const frame = file.indexOf('VP8 ') + 8;
  const without = (bytes: Uint8Array, at: number) => {
    const changed = Buffer.from(file);
    changed.set(bytes, at);
    return changed;
  };
  expect(() => read(without(Buffer.of(0), frame + 3))).toThrow(saying('the frame header is not one'));
  // Shorter than it says, in a container and a chunk that say so.
  const cut = Buffer.from(file.subarray(0, frame + (((file.length - frame) >> 2) << 1)));
  cut.writeUInt32LE(cut.length - 8, 4);
  cut.writeUInt32LE(cut.length - frame, frame - 4);
  expect(() => read(cut)).toThrow(saying('the codes end early'));
});

test('25 megapixels take less than 2.5 MB', async () => {
  const grey = { width: 5774, height: 4330, channels: 3, background: '#808080' } as const;
  const file = await sharp({ create: grey }).webp({ effort: 0 }).toBuffer();
  const reader = openWebpRows(file, { ...options, grantedBytes: 2_500_000 });
  const row = Buffer.alloc(grey.width * 3);
  expect(reader.holdsWhole).toBe(false);
  reader.skip(2000);
  for (let rows = 0; rows < 100; rows++) expect(reader.read(1, row)).toBe(1);
  expect(reader.heldBytes).toBeLessThan(2_500_000);
});

test.each([
  [1, 1],
  [16_383, 40],
  [40, 16_383],
  [1500, 1200],
])('%i x %i fit into what is planned for them', async (widthPx, heightPx) => {
  for (const alpha of ['none', 'smooth', 'noise'] as const) {
    const file = await fileOf(widthPx, heightPx, { quality: 98, effort: 2 }, alpha);
    const header = probe(file);
    const grantedBytes = webpDecoderBytes(header);
    const reader = openWebpRows(file, { grantedBytes, withAlpha: header.hasAlpha });
    expect(rowsOf(reader)).toHaveLength(widthPx * heightPx * reader.channels);
    expect(reader.heldBytes).toBeLessThanOrEqual(grantedBytes);
  }
});

test('alpha beyond the grant is not read', async () => {
  const file = await fileOf(1600, 1600, { effort: 0 }, 'smooth');
  const read = () => rowsOf(openWebpRows(file, { ...options, grantedBytes: 4 * 2 ** 20 }));
  expect(read).toThrow(BeyondRowDecoder);
});

test('a closed reader holds nothing', () => {
  const reader = openWebpRows(fixture('webp-lossy.webp'), options);
  expect(reader.heldBytes).toBeGreaterThan(0);
  reader.close();
  reader.close();
  expect(reader.heldBytes).toBe(0);
  expect(() => reader.skip(1)).toThrow('closed');
});
