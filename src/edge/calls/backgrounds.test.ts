/** Pictures under cutouts, for pictures of both lanes and in every format, against what libvips lays them under. */
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  car,
  disc,
  type Given,
  type Lane,
  lanes,
  pixelsOf,
  psnr,
  raw,
  readSamples,
  sendJson,
} from '../../../test/pixels/outputs.ts';
import { declareSender } from '../../../test/pixels/sender.ts';
import { encode, type PhotoFormat, paint, type Samples } from '../../../testing/photos.ts';

const sender = declareSender();
const operation = 'image-without-background';
const bothLanes = Object.keys(lanes) as Lane[];
const photoOf = (lane: Lane) => encode(disc, lanes[lane]);

/** Colours that rise across and down, and a wave: wherever it is moved or stretched, that shows. */
const ramp = (widthPx: number, heightPx: number): Samples =>
  paint(widthPx, heightPx, 3, (x, y) => [
    20 + (200 * x) / widthPx,
    30 + (190 * y) / heightPx,
    128 + 90 * Math.sin((3 * x) / widthPx + (4 * y) / heightPx),
  ]);

/** The middle of a background at the smallest size that covers the canvas. */
const covering = (background: Sharp, { widthPx, heightPx }: Samples): Sharp =>
  background.resize(widthPx, heightPx, { fit: 'cover', kernel: 'linear' }).removeAlpha();

/** A cutout over an opaque picture of its size. */
async function over(cutout: Samples, under: Sharp): Promise<Samples> {
  const input = { input: cutout.data, raw: { width: cutout.widthPx, height: cutout.heightPx, channels: 4 as const } };
  const { data, info } = await under.raw().toBuffer({ resolveWithObject: true });
  const laid = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } }).composite([input]);
  return { ...cutout, data: await laid.ensureAlpha().raw().toBuffer() };
}

/** The most that two pictures are apart. */
function apart(found: Samples, expected: Samples): number {
  expect([found.widthPx, found.heightPx, found.channels]).toEqual([expected.widthPx, expected.heightPx, 4]);
  return expected.data.reduce((most, value, at) => Math.max(most, Math.abs(value - found.data[at])), 0);
}

/** Share of a picture through which the background shows: the test would show nothing without it. */
const shownOf = ({ data }: Samples) =>
  data.filter((value, at) => at % 4 === 3 && value < 255).length / (data.length / 4);

interface Asked {
  readonly photo: Buffer;
  readonly background: Buffer;
  readonly given?: Given;
  readonly under?: Sharp;
}

/** The service's answer, and libvips' picture of the answer without a background. */
async function both({ photo, background, given = {}, under = sharp(background) }: Asked) {
  const found = await readSamples((await sender.made(operation, photo, given, background)).file);
  const cutout = await readSamples((await sender.made(operation, photo, given)).file);
  expect(shownOf(cutout)).toBeGreaterThan(0.2);
  return { found, expected: await over(cutout, covering(under, cutout)) };
}

describe.each(bothLanes)('a picture of the %s lane', (lane) => {
  test.each([
    ['as large as the canvas', 240, 180],
    ['wider', 900, 300],
    ['higher', 360, 1080],
    ['smaller', 60, 30],
    ['of one row', 80, 1],
  ])('is on the middle of one that is %s', async (_, widthPx, heightPx) => {
    const background = await encode(ramp(widthPx, heightPx), 'png');
    const { found, expected } = await both({ photo: await photoOf(lane), background });
    expect(apart(found, expected)).toBeLessThanOrEqual(2);
  });

  test.each<Given>([
    { crop: 'subject', crop_margin: '25%', aspect: '1:1' },
    { roi: '30% 20% 100% 90%' },
    { shadow: 'drop', shadow_opacity: '80' },
    { shadow: 'contact', crop: 'subject', crop_margin: '30', max_size: '150' },
  ])('has %j before it', async (given) => {
    const background = await encode(ramp(640, 480), 'png');
    const { found, expected } = await both({ photo: await photoOf(lane), background, given });
    expect(apart(found, expected)).toBeLessThanOrEqual(2);
  });

  test.each(['webp', 'jpeg'] as const)('as %s is the PNG encoded', async (output_format) => {
    const [photo, background] = [await photoOf(lane), await encode(ramp(640, 480), 'jpeg')];
    const png = await readSamples((await sender.made(operation, photo, {}, background)).file);
    const answer = await sender.made(operation, photo, { output_format }, background);
    expect([answer.type, (await sharp(answer.file).metadata()).hasAlpha]).toEqual([`image/${output_format}`, false]);
    const peer = await raw(png).removeAlpha()[output_format]({ quality: 90 }).toBuffer();
    expect(psnr(await pixelsOf(answer.file), png)).toBeGreaterThan(psnr(await pixelsOf(peer), png) - 0.5);
  });
});

test.each<PhotoFormat>(['jpeg', 'progressive', 'png', 'webp', 'avif', 'tiff', 'gif'])(
  'a background may be %s',
  async (format) => {
    const background = await encode(ramp(240, 180), format);
    const { found, expected } = await both({ photo: await photoOf('edge'), background });
    expect(apart(found, expected)).toBeLessThanOrEqual(2);
  },
);

test.each([2, 3, 4, 5, 6, 7, 8])('a background of orientation %d is upright', async (orientation) => {
  const background = await raw(orientation < 5 ? ramp(240, 180) : ramp(180, 240))
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
  const under = sharp(background).autoOrient();
  const { found, expected } = await both({ photo: await photoOf('edge'), background, under });
  expect(apart(found, expected)).toBeLessThanOrEqual(2);
});

test('what is transparent in a background is white', async () => {
  const veil = paint(320, 240, 4, (x, y) => [x / 2, y, 60, Math.abs(x - 160)]);
  const background = await encode(veil, 'png');
  const under = sharp(await sharp(background).flatten({ background: 'white' }).png().toBuffer());
  const { found, expected } = await both({ photo: await photoOf('edge'), background, under });
  expect(apart(found, expected)).toBeLessThanOrEqual(2);
});

test('the first frame counts', async () => {
  const frames = await Promise.all([ramp(240, 180), disc].map((frame) => encode(frame, 'png')));
  const background = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(background, { animated: true }).metadata()).pages).toBe(2);
  const { found, expected } = await both({ photo: await photoOf('edge'), background });
  expect(apart(found, expected)).toBeLessThanOrEqual(2);
});

describe('colours', () => {
  test('of a wide-gamut background become sRGB', async () => {
    const background = await raw(ramp(240, 180)).withIccProfile('p3').png().toBuffer();
    expect((await sharp(background).metadata()).icc).toBeDefined();
    const { found, expected } = await both({ photo: await photoOf('edge'), background });
    expect(apart(found, expected)).toBeLessThanOrEqual(2);
  });

  test.each(bothLanes)('of a background become those of a wide-gamut picture of the %s lane', async (lane) => {
    const wide = raw(disc).withIccProfile('p3');
    const photo = await (lane === 'edge' ? wide.png() : wide.tiff()).toBuffer();
    const background = await encode(ramp(240, 180), 'png');
    const answer = (await sender.made(operation, photo, {}, background)).file;
    const { icc } = await sharp(photo).metadata();
    expect((await sharp(answer).metadata()).icc).toEqual(icc);
    // Both by libvips: the background through its profile into that of the picture, whose own samples stay as they are.
    const stored = (file: Buffer) => sharp(file, { ignoreIcc: true }).raw().toBuffer();
    const under = await stored(await sharp(background).withIccProfile('p3').png().toBuffer());
    const cutout = { ...disc, channels: 4, data: await stored((await sender.made(operation, photo)).file) } as const;
    const expected = await over(cutout, raw({ ...disc, data: under }));
    expect(apart({ ...cutout, data: await stored(answer) }, expected)).toBeLessThanOrEqual(2);
  });
});

test('a car is on one as well', async () => {
  const name = 'car-image-without-background';
  const [photo, background] = [await encode(await car(), 'jpeg'), await encode(ramp(640, 480), 'png')];
  const found = await readSamples((await sender.made(name, photo, {}, background)).file);
  const cutout = await readSamples((await sender.made(name, photo)).file);
  expect(shownOf(cutout)).toBeGreaterThan(0.2);
  expect(apart(found, await over(cutout, covering(sharp(background), cutout)))).toBeLessThanOrEqual(2);
});

test('JSON gives the same bytes, and so do both lanes', async () => {
  const background = await encode(ramp(640, 480), 'jpeg');
  const files = bothLanes.map(async (lane) => {
    const photo = await photoOf(lane);
    const { file } = await sender.made(operation, photo, {}, background);
    const inJson = await sendJson(sender.send, operation, photo, {}, background);
    expect(inJson.file.equals(file)).toBe(true);
    return file;
  });
  const [edge, image] = await Promise.all(files);
  expect(edge.equals(image)).toBe(true);
});
