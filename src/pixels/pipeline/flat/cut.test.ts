/** Graphics on flat backgrounds: what is cut by colour, how exactly, and what is left to the networks. */

import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Holes } from '../../../contract/holes.ts';
import { atOnce } from '../../bounds/shared-thread.ts';
import type { ImageType } from '../passes/classify.ts';
import { framePicture } from '../picture/frame.ts';
import type { Picture } from '../picture/picture.ts';
import { subjectOverlap } from '../plane/matte.ts';
import { disc, drawScene, type Rgb, type Shape, textured } from '../testing/scenes.ts';
import { cutByColour, flatBackgroundOf } from './cut.ts';

const graphic: ImageType = { photo: 0.01, graphic: 0.99 };
const sidePx = 160;
const navy: Rgb = [16, 24, 72];
const gold: Rgb = [212, 170, 60];

const pictureOf = (samples: Uint8Array, widthPx = sidePx, heightPx = sidePx) =>
  framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });

/** A shape of one colour on another. */
function drawing(opacity: Shape, front: Rgb = gold, back: Rgb = navy) {
  return drawScene({ opacity, front: () => front, back: () => back, noise: 0 }, sidePx);
}

function cutOf(picture: Picture, type: ImageType | null, holes?: Holes) {
  const background = atOnce(flatBackgroundOf(picture, type));
  return background && atOnce(cutByColour(picture, background, [], holes));
}

function alphaOf(picture: Picture, type = graphic, holes?: Holes): Uint8Array | null {
  const cut = cutOf(picture, type, holes);
  if (!cut) return null;
  const alpha = new Uint8Array(picture.widthPx * picture.heightPx);
  const sampler = cut.alpha.sampler();
  const row = new Uint8Array(picture.widthPx);
  for (let y = 0; y < picture.heightPx; y++) {
    sampler.row(y, picture.widthPx, row, row, 3);
    alpha.set(row, y * picture.widthPx);
  }
  return alpha;
}

/** Mean difference in hundredths. */
function differenceOf(alpha: Uint8Array | null, truth: Uint8Array): number {
  if (!alpha) throw new Error('The picture was not cut by colour');
  return (alpha.reduce((sum, value, at) => sum + Math.abs(value - truth[at]), 0) / truth.length / 255) * 100;
}

const ring: Shape = (x, y) => Math.min(disc(0.4, 0.006)(x, y), 1 - disc(0.28, 0.006)(x, y));
const head: Shape = disc(0.4, 0.006);
/** An outline, eyes and a mouth. */
const face: Shape = (x, y) => {
  const outline = Math.min(head(x, y), 1 - disc(0.36, 0.006)(x, y));
  const eye = (at: number) => (Math.hypot(x - at, y - 0.42) < 0.05 ? 1 : 0);
  const mouth = Math.abs(x - 0.5) < 0.15 && Math.abs(y - 0.62) < 0.03 ? 1 : 0;
  return Math.max(outline, eye(0.38), eye(0.62), mouth);
};

/** A plate with a bar of the background's colour on it. */
const plate: Shape = (x, y) => (Math.abs(x - 0.5) < 0.06 && Math.abs(y - 0.5) < 0.03 ? 0 : head(x, y));

describe('alpha is the one that was drawn', () => {
  test.each<[string, Shape, Shape]>([
    ['of a disc', head, head],
    ['of a ring, through which the background shows', ring, ring],
    ['of a face in an outline, which is its own', face, head],
    ['of a plate with a sign of the background’s colour', plate, head],
  ])('%s', (_what, opacity, intended) => {
    const truth = drawing(intended).alpha;
    expect(differenceOf(alphaOf(drawing(opacity).picture), truth)).toBeLessThan(0.1);
  });

  test('of a disc in an outline of a colour between its own and the background', () => {
    const front = (x: number, y: number): Rgb => (Math.hypot(x - 0.5, y - 0.5) > 0.37 ? [120, 205, 130] : [0, 0, 0]);
    const { picture, alpha } = drawScene({ opacity: head, front, back: () => [255, 255, 255], noise: 0 }, sidePx);
    expect(differenceOf(alphaOf(picture), alpha)).toBeLessThan(0.15);
  });

  test('behind JPEG of quality 80 too, and on a background that drifts', async () => {
    const back = (x: number, y: number): Rgb => [232 + 10 * x, 236 + 8 * y, 240];
    const { picture, alpha } = drawScene({ opacity: ring, front: () => [20, 60, 140], back, noise: 0 }, sidePx);
    const raw = { raw: { width: sidePx, height: sidePx, channels: 3 } } as const;
    const file = await sharp(picture.rows().next(sidePx), raw).jpeg({ quality: 80 }).toBuffer();
    const decoded = await sharp(file).raw().toBuffer();
    expect(differenceOf(alphaOf(picture), alpha)).toBeLessThan(0.2);
    expect(differenceOf(alphaOf(pictureOf(decoded)), alpha)).toBeLessThan(0.5);
  });

  test('of a soft shadow is the smallest that explains it', () => {
    const shade = (x: number, y: number) => 0.4 * Math.exp(-((Math.hypot(x - 0.5, y - 0.5) / 0.2) ** 4));
    const { picture, alpha } = drawing(shade, [0, 0, 0], [255, 255, 255]);
    expect(differenceOf(alphaOf(picture), alpha)).toBeLessThan(0.3);
  });

  test('of cells that are several pixels large', () => {
    const [across, down] = [2200, 1100];
    const samples = Uint8Array.from({ length: across * down * 3 }, (_, at) => {
      const pixel = Math.floor(at / 3);
      const away = Math.hypot((pixel % across) - 1100, Math.floor(pixel / across) - 550);
      return away < 400 && away > 200 ? gold[at % 3] : navy[at % 3];
    });
    const alpha = alphaOf(pictureOf(samples, across, down));
    expect(alpha?.[550 * across + 1100]).toBe(0);
    expect(alpha?.[550 * across + 800]).toBe(255);
    expect(alpha?.reduce((sum, value) => sum + value / 255, 0)).toBeCloseTo(Math.PI * (400 ** 2 - 200 ** 2), -4);
  });
});

test('soft pixels get the colour that was drawn', () => {
  const { picture } = drawing(head);
  const cut = cutOf(picture, graphic);
  const alpha = alphaOf(picture);
  const row = sidePx / 2;
  const pixels = picture.rows();
  pixels.skip(row);
  const photo = pixels.next(1);
  const rgba = Uint8Array.from({ length: sidePx * 4 }, (_, at) => {
    const x = at >> 2;
    return at % 4 === 3 ? (alpha?.[row * sidePx + x] ?? 0) : photo[x * 3 + (at % 4)];
  });
  cut?.cleaner().clean(row, rgba, photo, 3);
  const soft = [...Array(sidePx).keys()].filter((x) => rgba[x * 4 + 3] > 60 && rgba[x * 4 + 3] < 255);
  expect(soft.length).toBeGreaterThan(0);
  for (const x of soft) {
    for (const [channel, value] of gold.entries()) expect(Math.abs(rgba[x * 4 + channel] - value)).toBeLessThan(8);
  }
});

/** The picture as a JPEG of that quality shows it. */
async function compressed(picture: Picture, quality: number): Promise<Picture> {
  const raw = { raw: { width: picture.widthPx, height: picture.heightPx, channels: 3 } } as const;
  const file = await sharp(picture.rows().next(picture.heightPx), raw).jpeg({ quality }).toBuffer();
  return pictureOf(await sharp(file).raw().toBuffer(), picture.widthPx, picture.heightPx);
}

describe('what a compression leaves', () => {
  /** A ring with a bar across, as of a letter: ringing has little room inside. */
  const letter: Shape = (x, y) => Math.max(ring(x, y), Math.abs(y - 0.5) < 0.03 && Math.abs(x - 0.5) < 0.3 ? 1 : 0);
  const scene = drawScene(
    { opacity: letter, front: () => [20, 20, 30], back: () => [255, 255, 255], noise: 0 },
    sidePx,
  );

  test.each([40, 60, 85])('beside strokes at quality %i is no subject, and fills no letter', async (quality) => {
    const picture = await compressed(scene.picture, quality);
    const alpha = alphaOf(picture);
    expect(differenceOf(alpha, scene.alpha)).toBeLessThan(1);
    const overlap = subjectOverlap(alpha ?? new Uint8Array(), scene.alpha);
    expect(overlap).toBeGreaterThan(0.98);
    const isFar = (at: number) => {
      const away = Math.hypot((at % sidePx) + 0.5 - sidePx / 2, Math.floor(at / sidePx) + 0.5 - sidePx / 2) / sidePx;
      return away > 0.45;
    };
    expect(alpha?.findIndex((value, at) => value > 0 && isFar(at))).toBe(-1);
  });

  test('makes an answer uncertain by its share, and a file without loss does not', async () => {
    expect(cutOf(scene.picture, graphic)?.uncertainty).toBe(0);
    const answers = [90, 30].map(
      async (quality) => cutOf(await compressed(scene.picture, quality), graphic)?.uncertainty,
    );
    const [little, much] = await Promise.all(answers);
    expect(much).toBeGreaterThan(little ?? 1);
  });

  test('makes no shadow of a faint stroke with a soft edge', async () => {
    const bold: Shape = (x, y) => (Math.hypot(x - 0.3, y - 0.5) < 0.1 ? 1 : 0);
    const bar: Shape = (x, y) =>
      Math.min(1, Math.max(0, (0.12 - Math.abs(x - 0.68)) / 0.03)) * (Math.abs(y - 0.5) < 0.3 ? 1 : 0);
    const front = (x: number): Rgb => (x < 0.5 ? [0, 0, 0] : [212, 212, 212]);
    const opacity: Shape = (x, y) => Math.max(bold(x, y), bar(x, y));
    const soft = drawScene({ opacity, front, back: () => [255, 255, 255], noise: 0 }, sidePx);
    expect(differenceOf(alphaOf(await compressed(soft.picture, 50)), soft.alpha)).toBeLessThan(1);
  });

  test.each<[string, Shape, number, number]>([
    ['wide', ring, 45, 0.993],
    ['thin', (x, y) => Math.min(head(x, y), 1 - disc(0.36, 0.006)(x, y)), 45, 0.984],
  ])('gives strokes no warts: %s ones at quality %i', async (_width, opacity, quality, least) => {
    const front = () => [230, 225, 220] as const;
    const coloured = drawScene({ opacity, front, back: () => [120, 70, 0], noise: 0 }, sidePx);
    const alpha = alphaOf(await compressed(coloured.picture, quality));
    expect(subjectOverlap(alpha ?? new Uint8Array(), coloured.alpha)).toBeGreaterThan(least);
  });

  test('is distinguished from a pale area, which is drawn', async () => {
    const front = (x: number, y: number): Rgb => (Math.hypot(x - 0.5, y - 0.5) > 0.3 ? [20, 20, 30] : [241, 241, 241]);
    const pale = drawScene({ opacity: head, front, back: () => [255, 255, 255], noise: 0 }, sidePx);
    expect(differenceOf(alphaOf(await compressed(pale.picture, 60)), pale.alpha)).toBeLessThan(1);
  });
});

describe('holes', () => {
  const middle = (sidePx / 2) * sidePx + sidePx / 2;
  /** Beside the eyes, which are drawn. */
  const cheek = Math.round(sidePx * 0.5) * sidePx + Math.round(sidePx * 0.3);

  test('are open where they all are to be, whatever is in them', () => {
    const alpha = alphaOf(drawing(face).picture, graphic, 'open');
    expect([alpha?.[cheek], alpha?.[0]]).toEqual([0, 0]);
    expect(differenceOf(alpha, drawing(face).alpha)).toBeLessThan(0.3);
    expect(alphaOf(drawing(plate).picture, graphic, 'open')?.[middle]).toBe(0);
  });

  test('are filled where none is to be open', () => {
    const alpha = alphaOf(drawing(ring).picture, graphic, 'filled');
    expect([alpha?.[middle], alpha?.[0]]).toEqual([255, 0]);
    expect(differenceOf(alpha, drawing(head).alpha)).toBeLessThan(0.3);
  });

  test.each([
    [8, 0],
    [7, 255],
  ])('of %i pixels to a side have an alpha of %i where all are to be open', (side, expected) => {
    // Deep inside of a plate, where by themselves they stay.
    const start = (sidePx - side) / 2;
    const isHole = (at: number) => at * sidePx >= Math.ceil(start) && at * sidePx < Math.ceil(start) + side;
    const opacity: Shape = (x, y) => (isHole(x) && isHole(y) ? 0 : head(x, y));
    const { picture } = drawing(opacity);
    expect(alphaOf(picture)?.[middle]).toBe(255);
    expect(alphaOf(picture, graphic, 'open')?.[middle]).toBe(expected);
  });
});

describe('left to the networks', () => {
  const { picture } = drawing(head);

  test.each<[string, ImageType | null]>([
    ['an unclassified picture', null],
    ['what may be a photograph', { photo: 0.33, graphic: 0.67 }],
  ])('%s', (_what, type) => expect(cutOf(picture, type)).toBeNull());

  test('a background of two colours', () => {
    const back = (x: number): Rgb => (x < 0.5 ? navy : gold);
    const scene = drawScene({ opacity: head, front: () => [200, 0, 0], back, noise: 0 }, sidePx);
    expect(cutOf(scene.picture, graphic)).toBeNull();
  });

  test('a background with the noise of a camera', () => {
    const scene = drawScene({ opacity: head, front: () => gold, back: () => [200, 200, 200], noise: 4 }, sidePx);
    expect(cutOf(scene.picture, graphic)).toBeNull();
  });

  test('a thing of shades on white, where the classifier is less than sure', () => {
    const front = textured([120, 90, 70], 60, 24, 5);
    const scene = drawScene({ opacity: head, front, back: () => [255, 255, 255], noise: 0 }, sidePx);
    expect(cutOf(scene.picture, { photo: 0.04, graphic: 0.96 })).toBeNull();
    expect(cutOf(drawing(head).picture, { photo: 0.25, graphic: 0.75 })).not.toBeNull();
  });

  test('a thing of shades, unless the classifier is twice as sure as of what shows that it was drawn', () => {
    const behind: Rgb = [255, 255, 255];
    const shades = { opacity: head, front: textured([120, 90, 70], 60, 24, 5), back: () => behind, noise: 0 };
    const { picture } = drawScene(shades, sidePx);
    expect(cutOf(picture, { photo: 0.015, graphic: 0.985 })).toBeNull();
    expect(cutOf(picture, { photo: 0.01, graphic: 0.99 })).not.toBeNull();
    expect(cutOf(drawing(head).picture, { photo: 0.015, graphic: 0.985 })).not.toBeNull();
  });

  test('paper with grain, unless the classifier is as sure', () => {
    const scanned = (noise: number) =>
      drawScene({ opacity: ring, front: () => navy, back: () => [240, 238, 230], noise }, sidePx);
    const { picture, alpha } = scanned(3);
    expect(cutOf(picture, { photo: 0.015, graphic: 0.985 })).toBeNull();
    expect(differenceOf(alphaOf(picture, graphic), alpha)).toBeLessThan(0.5);
    expect(cutOf(scanned(6).picture, { photo: 0, graphic: 1 })).toBeNull();
  });

  test('a border that is transparent already', () => {
    const samples = new Uint8Array(sidePx * sidePx * 4);
    const clear = framePicture({ widthPx: sidePx, heightPx: sidePx, channels: 4, samples, orientation: 1, icc: null });
    expect(cutOf(clear, graphic)).toBeNull();
  });
});

test('nothing on a background is no subject', () => {
  expect(cutOf(drawing(() => 0).picture, graphic)?.found).toBe(false);
  expect(cutOf(drawing(head).picture, graphic)?.found).toBe(true);
});

describe('whatever rectangles are drawn', () => {
  const level = fc.integer({ min: 0, max: 255 });
  const colour = fc.tuple(level, level, level);
  const rectangle = fc.record({
    left: fc.integer({ min: 6, max: 60 }),
    top: fc.integer({ min: 6, max: 40 }),
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    ink: colour,
  });
  const drawings = fc.record({ back: colour, rectangles: fc.array(rectangle, { maxLength: 6 }) });
  const [across, down] = [104, 84];

  function paint({
    back,
    rectangles,
  }: {
    back: number[];
    rectangles: { left: number; top: number; width: number; height: number; ink: number[] }[];
  }) {
    const samples = Uint8Array.from({ length: across * down * 3 }, (_, at) => back[at % 3]);
    const isDrawn = new Uint8Array(across * down);
    for (const { left, top, width, height, ink } of rectangles) {
      for (let y = top; y < top + height; y++) {
        for (let x = left; x < left + width; x++) {
          samples.set(ink, (y * across + x) * 3);
          isDrawn[y * across + x] =
            Math.max(...ink.map((value, channel) => Math.abs(value - back[channel]))) > 40 ? 1 : 2;
        }
      }
    }
    return { samples, isDrawn };
  }

  const transposed = (samples: Uint8Array, channels: number) =>
    Uint8Array.from({ length: samples.length }, (_, at) => {
      const [pixel, channel] = [Math.floor(at / channels), at % channels];
      const [x, y] = [pixel % down, Math.floor(pixel / down)];
      return samples[(x * across + y) * channels + channel];
    });

  test('what reaches the border without a stroke in between is clear, and lone rectangles are opaque', () => {
    fc.assert(
      fc.property(drawings, (drawn) => {
        const { samples, isDrawn } = paint({ ...drawn, rectangles: drawn.rectangles.slice(0, 1) });
        const alpha = alphaOf(pictureOf(samples, across, down));
        const isWrong = (is: number, at: number) =>
          (is === 0 && alpha?.[at] !== 0) || (is === 1 && alpha?.[at] !== 255);
        expect(isDrawn.findIndex(isWrong)).toBe(-1);
      }),
      { numRuns: 60 },
    );
  });

  test('a transposed picture has a transposed alpha', () => {
    fc.assert(
      fc.property(drawings, (drawn) => {
        const { samples } = paint(drawn);
        const alpha = alphaOf(pictureOf(samples, across, down));
        const turned = alphaOf(pictureOf(transposed(samples, 3), down, across));
        expect(turned).toEqual(alpha && transposed(alpha, 1));
      }),
      { numRuns: 60 },
    );
  });

  test('noise of any kind throws nothing', () => {
    const shape = fc.tuple(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(3 as const, 4 as const),
    );
    fc.assert(
      fc.property(shape, fc.infiniteStream(level), ([widthPx, heightPx, channels], noise) => {
        const samples = Uint8Array.from({ length: widthPx * heightPx * channels }, () => noise.next().value);
        const picture = framePicture({ widthPx, heightPx, channels, samples, orientation: 1, icc: null });
        const alpha = alphaOf(picture);
        expect(alpha === null || alpha.length === widthPx * heightPx).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
