/** Subjects that the photo cuts, with `crop_cut_sides`: on both lanes, in every format, against libvips' edit of the PNG that comes without it. */
import { describe, expect, test } from 'vitest';
import {
  alphaAt,
  alphas,
  type Box,
  boxed,
  car,
  type Given,
  high,
  type Lane,
  lanes,
  pixelsOf,
  psnr,
  raw,
  readSamples,
  subjectOf,
  wide,
} from '../../../test/pixels/outputs.ts';
import { declareSender } from '../../../test/pixels/sender.ts';
import { encode, paint, type Samples } from '../../../testing/photos.ts';
import type { OperationName } from '../../contract/operations.ts';
import { readZip } from '../../pixels/pipeline/output/testing/zip-reader.ts';

const { made } = declareSender();

/** A disc with a soft edge on black that reaches beyond the photo. */
const discAt = (middleX: number, middleY: number, radius: number): Samples =>
  paint(wide, high, 3, (x, y) => {
    const inside = Math.max(0, Math.min(1, (radius - Math.hypot(x - middleX, y - middleY)) / 8));
    return [255, 200 + (x % 50), 180 + (y % 60)].map((value) => Math.round(value * inside));
  });
const waist = async () => discAt(90, 170, 60);
const corner = async () => discAt(20, 160, 60);
/** From side to side, and down to the bottom. */
const mound = async () => discAt(120, 210, 150);
/** Which sides of a picture its alpha says are cut: left, top, right, bottom. */
function cutSidesOf(plain: Samples): string {
  const { widthPx, heightPx } = plain;
  const isCut = (side: number, pixelAt: (at: number) => number) =>
    Array.from({ length: side }, (_, at) => pixelAt(at)).filter((pixel) => alphaAt(plain, pixel) >= 128).length >=
    side / 50;
  const cut = {
    left: isCut(heightPx, (y) => y * widthPx),
    top: isCut(widthPx, (x) => x),
    right: isCut(heightPx, (y) => y * widthPx + widthPx - 1),
    bottom: isCut(widthPx, (x) => (heightPx - 1) * widthPx + x),
  };
  return Object.entries(cut)
    .flatMap(([side, is]) => (is ? side : []))
    .join();
}

const cutoutLike = ['image-without-background', 'alpha-channel'] as const;
const scenes: readonly (readonly [OperationName, string, () => Promise<Samples>, string])[] = [
  ...cutoutLike.flatMap((operation) => [
    [operation, 'a waist', waist, 'bottom'] as const,
    [operation, 'a corner', corner, 'left,bottom'] as const,
    [operation, 'a mound', mound, 'left,right,bottom'] as const,
  ]),
  // The network of this test sees cars in the middle of photos alone.
  ['car-image-without-background', 'a whole car', car, ''],
];
const cases = scenes.flatMap(([operation, what, scene, cut]) =>
  (Object.keys(lanes) as Lane[]).map((lane) => ({
    operation,
    what,
    lane,
    cut,
    file: async () => encode(await scene(), lanes[lane]),
  })),
);

const framings: readonly [Given, (subject: Box, isCut: (side: string) => boolean) => Box][] = [
  [
    { crop: 'subject', crop_margin: '12' },
    ([x, y, w, h], isCut) => {
      const [left, top, right, bottom] = ['left', 'top', 'right', 'bottom'].map((side) => (isCut(side) ? 0 : 12));
      return [x - left, y - top, w + left + right, h + top + bottom];
    },
  ],
  [{ position: 'center' }, (subject, isCut) => laid(subject, wide, high, isCut)],
  [
    { position: '50% 50%', aspect: '1:2', crop: 'subject' },
    (subject, isCut) => {
      const [, , w, h] = subject;
      return laid(subject, Math.max(w, Math.round(h / 2)), Math.max(h, w * 2), isCut);
    },
  ],
  [
    { scale: '50%', aspect: '1:1' },
    (subject, isCut) => {
      const [, , w, h] = subject;
      const side = Math.max(w, h) * (isCut('left') && isCut('right') ? 1 : 2);
      return laid(subject, side, side, isCut);
    },
  ],
];

/** A canvas around a subject: in its middle, or at the sides that are cut. */
function laid([x, y, w, h]: Box, width: number, height: number, isCut: (side: string) => boolean): Box {
  const before = (room: number, first: string, last: string) => {
    if (isCut(first) === isCut(last)) return Math.round(room / 2);
    return isCut(first) ? 0 : room;
  };
  return [x - before(width - w, 'left', 'right'), y - before(height - h, 'top', 'bottom'), width, height];
}

describe.each(cases)('$operation of $what, $lane lane', ({ operation, cut, file }) => {
  const isCut = (side: string) => cut.split(',').includes(side);

  test.each(framings)('%j flush is what libvips cuts and extends', async (given, boxFor) => {
    const whole = await readSamples((await made(operation, await file())).file);
    expect(cutSidesOf(whole)).toBe(cut);
    const box = boxFor(subjectOf(whole), isCut);
    const answer = await made(operation, await file(), { ...given, crop_cut_sides: 'flush' });
    expect([answer.box, answer.size]).toEqual([box.join(), box.slice(2).join()]);
    const found = await readSamples(answer.file);
    const expected = await boxed(whole, box);
    expect([found.widthPx, found.heightPx]).toEqual([expected.widthPx, expected.heightPx]);
    expect(found.data.equals(expected.data)).toBe(true);
    const kept = await made(operation, await file(), { ...given, crop_cut_sides: 'keep' });
    expect(kept.file.equals((await made(operation, await file(), given)).file)).toBe(true);
    expect(kept.box === answer.box).toBe(cut === '');
  });
});

describe.each(cases.filter(({ operation, what }) => operation !== 'alpha-channel' && what !== 'a corner'))(
  '$operation of $what, $lane lane, formats',
  ({ operation, file }) => {
    const given = { crop: 'subject', crop_margin: '10%', scale: '70%', position: 'center', crop_cut_sides: 'flush' };

    test.each(['webp', 'jpeg', 'zip'] as const)('%s', async (format) => {
      const background: Given = format === 'jpeg' ? { background_color: 'white' } : {};
      const png = await made(operation, await file(), { ...given, ...background });
      const answer = await made(operation, await file(), { ...given, output_format: format });
      expect([answer.box, answer.size]).toEqual([png.box, png.size]);
      const expected = await pixelsOf(png.file);
      const colours = format === 'zip' ? readZip(answer.file).get('color.jpg') : answer.file;
      const found = await pixelsOf(colours ?? answer.file);
      const peer = raw(expected);
      const lossy = format === 'webp' ? peer.webp({ quality: 90 }) : peer.removeAlpha().jpeg({ quality: 90 });
      expect(psnr(found, expected)).toBeGreaterThan(psnr(await pixelsOf(await lossy.toBuffer()), expected) - 0.5);
      if (format === 'webp') expect(alphas(found).equals(alphas(expected))).toBe(true);
      if (format !== 'zip') return;
      const alpha = await readSamples(readZip(answer.file).get('alpha.png') ?? answer.file);
      expect(alpha.data.equals(alphas(expected))).toBe(true);
    });
  },
);

describe.each(Object.values(lanes))('a part of a picture, as %s', (format) => {
  const given = { crop: 'subject', crop_margin: '12', crop_cut_sides: 'flush' };
  /** Where the shown box ends below, in pixels of the picture. */
  const endOf = async (roi: string) => {
    const { box } = await made('alpha-channel', await encode(await waist(), format), { ...given, roi });
    const [, top, , height] = String(box).split(',').map(Number);
    return top + height;
  };

  test("is cut at the picture's edge, and not at the box's", async () => {
    expect(await endOf('20 80 170 150')).toBe(150 + 12);
    expect(await endOf('20 80 170 180')).toBe(high);
  });
});
