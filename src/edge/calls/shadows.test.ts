/** Shadows on both lanes, in every format, against what libvips draws under the cutout that comes without one. */
import { describe, expect, test } from 'vitest';
import {
  alphas,
  type Box,
  boxed,
  type Given,
  type Lane,
  lanes,
  pixelsOf,
  psnr,
  raw,
  readSamples,
  subjectOf,
} from '../../../test/pixels/outputs.ts';
import { declareSender } from '../../../test/pixels/sender.ts';
import { dropped, standing } from '../../../test/pixels/shadows.ts';
import { once } from '../../../testing/once.ts';
import { blackPhoto, encode, paint, type Samples } from '../../../testing/photos.ts';
import type { OperationName } from '../../contract/operations.ts';
import { readZip } from '../../pixels/pipeline/output/testing/zip-reader.ts';

const sender = declareSender();
const made = (file: Buffer, given: Given = {}, operation: OperationName = 'image-without-background') =>
  sender.made(operation, file, given);

/** A soft pear that leans, white on black with some colour, right of the middle. */
const pear = once(
  async (scale: number): Promise<Samples> =>
    paint(400 * scale, 320 * scale, 3, (x, y) => {
      const [across, down] = [x / scale - 230 - (y / scale - 160) * 0.2, y / scale - 150];
      const inside = Math.max(0, Math.min(1, (90 - Math.abs(down) * 0.3 - Math.hypot(across, down * 0.9)) / 8));
      return [255, 200 + (x % 50), 180 + (y % 60)].map((value) => Math.round(value * inside));
    }),
);
const photoOf = once(async (scale: number, lane: Lane) => encode(await pear(scale), lanes[lane]));
const drawers = { drop: dropped, contact: standing };
const usual = { drop: 50, contact: 70 };

const cases = (Object.keys(lanes) as Lane[]).flatMap((lane) =>
  (['drop', 'contact'] as const).flatMap((shadow) =>
    [1, 3].map((scale) => ({ lane, shadow, scale, file: () => photoOf(scale, lane) })),
  ),
);

/**
 * The cutout over its shadow, by libvips.
 * @param margin of the subject's box on each side; null for all of the photo
 * @returns the picture with the shadow in so many percent
 */
const expectedOf = (plain: Samples, shadow: 'drop' | 'contact', margin: number | null) =>
  drawnOnce(plain.data, plain.widthPx, plain.heightPx, shadow, margin);

/** Once for the same cutout: lanes give the same. */
const drawnOnce = once(drawn);
async function drawn(
  data: Buffer,
  widthPx: number,
  heightPx: number,
  shadow: 'drop' | 'contact',
  margin: number | null,
) {
  const plain: Samples = { widthPx, heightPx, channels: 4, data };
  const [left, top, width, height] = subjectOf(plain);
  const box: Box =
    margin === null
      ? [0, 0, plain.widthPx, plain.heightPx]
      : [left - margin, top - margin, width + 2 * margin, height + 2 * margin];
  const shown = await boxed(plain, box);
  const samples = alphas(shown);
  const subject: Box = [left - box[0], top - box[1], width, height];
  const shade = await drawers[shadow]({ widthPx: shown.widthPx, heightPx: shown.heightPx, samples }, subject);
  const input = { input: shown.data, raw: { width: shown.widthPx, height: shown.heightPx, channels: 4 as const } };
  return once(async (percent: number): Promise<Samples> => {
    const black = Buffer.alloc(shown.data.length);
    for (const [at, value] of shade.entries()) black[at * 4 + 3] = Math.round((value * 255 * percent) / 100);
    const under: Samples = { ...shown, data: black };
    return { ...under, data: await raw(under).composite([input]).raw().toBuffer() };
  });
}

/** The most that two pictures are apart, colours as they are seen. */
function apart(found: Samples, expected: Samples): number {
  expect([found.widthPx, found.heightPx]).toEqual([expected.widthPx, expected.heightPx]);
  const [first, second] = [found.data, expected.data];
  let most = 0;
  for (let at = 0; at < second.length; at += 4) {
    const [alpha, other] = [first[at + 3], second[at + 3]];
    if (alpha === 0 && other === 0) continue;
    most = Math.max(most, Math.abs(alpha - other));
    for (let colour = at; colour < at + 3; colour++)
      most = Math.max(most, Math.abs(first[colour] * alpha - second[colour] * other) / 255);
  }
  return most;
}

describe.each(cases)('$shadow, $lane lane, $scale times', ({ shadow, scale, file }) => {
  const margin = 40 * scale;
  const framed = { crop: 'subject', crop_margin: String(margin) };

  test('is what libvips draws, as dark as it is asked for', async () => {
    const photo = await file();
    const plain = await readSamples((await made(photo)).file);
    const expected = await expectedOf(plain, shadow, null);
    const expectedCropped = await expectedOf(plain, shadow, margin);
    for (const [given, percent] of [
      [{}, usual[shadow]],
      [{ shadow_opacity: '100' }, 100],
      [{ shadow_opacity: '15' }, 15],
    ] as const) {
      const all = await readSamples((await made(photo, { shadow, ...given })).file);
      expect(apart(all, await expected(percent))).toBeLessThanOrEqual(3);
      const cropped = await made(photo, { shadow, ...given, ...framed });
      expect(apart(await readSamples(cropped.file), await expectedCropped(percent))).toBeLessThanOrEqual(3);
    }
  });

  test('leaves framing, opaque pixels, ZIP and matte alone', async () => {
    const photo = await file();
    const without = await made(photo, framed);
    const shadowed = await made(photo, { shadow, ...framed });
    expect([shadowed.box, shadowed.size]).toEqual([without.box, without.size]);
    const [before, after] = [await readSamples(without.file), await readSamples(shadowed.file)];
    expect(after.data.equals(before.data)).toBe(false);
    const opaque = Array.from(alphas(before).entries()).filter(([, alpha]) => alpha === 255);
    const changed = opaque.filter(
      ([pixel]) => after.data.readUInt32BE(pixel * 4) !== before.data.readUInt32BE(pixel * 4),
    );
    expect(changed).toEqual([]);
    const nothing = await made(photo, { shadow, shadow_opacity: '0', ...framed });
    expect(nothing.file.equals(without.file)).toBe(true);
    const zipped = { output_format: 'zip', ...framed };
    expect((await made(photo, { shadow, ...zipped })).file.equals((await made(photo, zipped)).file)).toBe(true);
    const alpha = await readSamples(readZip((await made(photo, { shadow, ...zipped })).file).get('alpha.png') ?? photo);
    expect(alpha.data.equals(alphas(before))).toBe(true);
    const matte = await made(photo, { shadow, ...framed }, 'alpha-channel');
    expect(matte.file.equals((await made(photo, framed, 'alpha-channel')).file)).toBe(true);
  });

  test.each(['webp', 'jpeg'] as const)('as %s is the PNG encoded', async (format) => {
    const photo = await file();
    const given = { shadow, ...framed, ...(format === 'jpeg' && { background_color: '#c8d0e0' }) };
    const expected = await readSamples((await made(photo, given)).file);
    const found = await pixelsOf((await made(photo, { ...given, output_format: format })).file);
    const lossy =
      format === 'webp' ? raw(expected).webp({ quality: 90 }) : raw(expected).removeAlpha().jpeg({ quality: 90 });
    expect(psnr(found, expected)).toBeGreaterThan(psnr(await pixelsOf(await lossy.toBuffer()), expected) - 0.5);
    if (format === 'webp') expect(alphas(found).equals(alphas(expected))).toBe(true);
  });
});

describe.each(['drop', 'contact'] as const)('%s', (shadow) => {
  const both = async (given: Given) => {
    const [edge, image] = await Promise.all(
      (Object.keys(lanes) as Lane[]).map(async (lane) => made(await photoOf(1, lane), given)),
    );
    return [edge.file, image.file];
  };

  test.each<Given>([
    {},
    { max_size: '120' },
    { roi: '40% 0 100% 100%', crop: 'subject', crop_margin: '10%' },
    { scale: '50%', aspect: '1:1', background_color: '#fff' },
    { position: '100% 100%', shadow_opacity: '100' },
  ])('is the same on both lanes with %j', async (given) => {
    const [edge, image] = await both({ shadow, ...given });
    expect(apart(await readSamples(image), await readSamples(edge))).toBe(0);
  });

  test('over a colour is the shadow laid on it', async () => {
    const photo = await photoOf(1, 'edge');
    const given = { shadow, crop: 'subject', crop_margin: '40' };
    const flat = await raw(await readSamples((await made(photo, given)).file))
      .flatten({ background: '#80a0c0' })
      .ensureAlpha()
      .raw()
      .toBuffer();
    const found = await readSamples((await made(photo, { ...given, background_color: '#80a0c0' })).file);
    expect(apart(found, { ...found, data: flat })).toBeLessThanOrEqual(1);
  });

  test('is drawn under no subject', async () => {
    for (const format of Object.values(lanes)) {
      const photo = await blackPhoto(format);
      const [without, asked] = [await made(photo, { max_size: '20' }), await made(photo, { shadow, max_size: '20' })];
      expect(asked.wasFound).toBe(false);
      expect(asked.file.equals(without.file)).toBe(true);
    }
  });
});
