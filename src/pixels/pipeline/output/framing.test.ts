import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../contract/limits.ts';
import { noMargin, readMargin } from '../../../contract/output/margin.ts';
import type { Geometry, OutputFormat, PictureOutput } from '../../../contract/output/output.ts';
import { centre } from '../../../contract/output/placement.ts';
import type { Header } from '../picture/header.ts';
import type { Region, Size } from '../plane/region.ts';
import { headerWith } from '../testing/header.ts';
import { type CutSides, noCutSides } from './cut-sides.ts';
import { checkOutput, followsSubject, frame, largestSides } from './framing.ts';

const whole: Geometry = {
  crop: false,
  margin: noMargin,
  flush: false,
  position: 'original',
  aspect: null,
  scale: null,
  maxSizePx: null,
};
const picture: Size = { widthPx: 400, heightPx: 300 };
const subject: Region = { leftPx: 100, topPx: 50, widthPx: 80, heightPx: 200 };

/** Box and size in short: `left,top widthxheight`, and `> widthxheight` where that is not the answer's size. */
function framed(
  changes: Partial<Geometry>,
  its: Region | null = subject,
  of: Size = picture,
  cut: CutSides = noCutSides,
): string {
  const made = frame({ ...whole, ...changes }, of, its, cut);
  const { widthPx, heightPx, boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx } = made;
  const box = `${boxLeftPx},${boxTopPx} ${boxWidthPx}x${boxHeightPx}`;
  return widthPx === boxWidthPx && heightPx === boxHeightPx ? box : `${box} > ${widthPx}x${heightPx}`;
}

describe('a framing', () => {
  it.each<[string, Partial<Geometry>, string]>([
    ['nothing', {}, '0,0 400x300'],
    ['a smaller size', { maxSizePx: 100 }, '0,0 400x300 > 100x75'],
    ['a larger size', { maxSizePx: 1000 }, '0,0 400x300'],
    ['a crop', { crop: true }, '100,50 80x200'],
    ['a crop and pixels', { crop: true, margin: readMargin('10px') }, '90,40 100x220'],
    ['a crop and shares', { crop: true, margin: readMargin('50% 25%') }, '80,-50 120x400'],
    ['a crop and four lengths', { crop: true, margin: readMargin('1 2 3 4') }, '96,49 86x204'],
    ['the middle', { position: centre }, '-60,0 400x300'],
    ['the lower left', { position: { x: 0, y: 1 } }, '100,-50 400x300'],
    ['a square', { aspect: 1, position: centre }, '-60,-50 400x400'],
    ['a square, as the picture has it', { aspect: 1 }, '0,-50 400x400'],
    ['a square around a crop', { crop: true, aspect: 1, position: centre }, '40,50 200x200'],
    ['half of the canvas', { scale: 0.5, position: centre }, '-127,-50 533x400'],
    ['half of a crop', { crop: true, scale: 0.5, position: centre }, '60,-50 160x400'],
    ['half of a square', { crop: true, scale: 0.5, aspect: 1, position: centre }, '-60,-50 400x400'],
    ['all of it', { scale: 1, aspect: 0.4, position: centre }, '100,50 80x200'],
    [
      'a small catalogue picture',
      { scale: 0.8, aspect: 1, position: centre, maxSizePx: 100 },
      '15,25 250x250 > 100x100',
    ],
  ])('of %s', (_what, geometry, expected) => {
    expect(framed(geometry)).toBe(expected);
  });

  it('takes the picture for the subject where there is none, and crops nothing', () => {
    expect(framed({ crop: true, margin: readMargin('50%') }, null)).toBe('0,0 400x300');
    expect(framed({ crop: true, aspect: 1, position: centre }, null)).toBe('0,-50 400x400');
    expect(framed({ position: { x: 0, y: 0 } }, null)).toBe('0,0 400x300');
  });

  it('of one pixel is one pixel', () => {
    const pixel = { leftPx: 399, topPx: 299, widthPx: 1, heightPx: 1 };
    expect(framed({ crop: true }, pixel)).toBe('399,299 1x1');
    expect(framed({ crop: true, margin: readMargin('50%') }, pixel)).toBe('398,298 3x3');
    expect(framed({ crop: true, scale: 0.1, position: centre }, pixel)).toBe('394,294 10x10');
    expect(framed({ maxSizePx: 16 }, null, { widthPx: 60_000, heightPx: 1 })).toBe('0,0 60000x1 > 16x1');
  });
});

describe('a framing of a subject that the photo cuts', () => {
  type Side = keyof CutSides;
  const cutAt = (...sides: Side[]): CutSides => ({
    ...noCutSides,
    ...Object.fromEntries(sides.map((side) => [side, true])),
  });
  const margin = readMargin('10px');
  const [middle, square] = [{ position: centre }, { aspect: 1, position: centre }];
  const waist = { leftPx: 100, topPx: 50, widthPx: 120, heightPx: 250 };
  const wide = { leftPx: 0, topPx: 100, widthPx: 400, heightPx: 200 };
  const high = { leftPx: 150, topPx: 0, widthPx: 100, heightPx: 300 };
  const corner = { leftPx: 0, topPx: 200, widthPx: 50, heightPx: 100 };

  it.each<[string, Region, Side[], Partial<Geometry>, string]>([
    ['has no margin there', waist, ['bottom'], { crop: true, margin }, '90,40 140x260'],
    ['has no margin in a corner', corner, ['left', 'bottom'], { crop: true, margin }, '0,190 60x110'],
    ['is on the edge of its canvas', waist, ['bottom'], square, '-40,-100 400x400'],
    ['is there wherever it was asked for', waist, ['bottom'], { position: { x: 0, y: 0 } }, '100,0 400x300'],
    ['is there at its scale', waist, ['bottom'], { ...square, scale: 0.5 }, '-90,-200 500x500'],
    ['hangs from its canvas', high, ['top'], square, '0,0 400x400'],
    ['is at the left', wide, ['left'], { ...middle, scale: 0.5 }, '0,-100 800x600'],
    ['is at the right', wide, ['right'], { ...middle, scale: 0.5 }, '-400,-100 800x600'],
    ['is in a corner', corner, ['left', 'bottom'], { ...square, scale: 0.5, crop: true }, '0,100 200x200'],
    ['reaches from side to side', wide, ['left', 'right'], { ...square, scale: 0.5 }, '0,0 400x400'],
    ['does so in less than the picture', high, ['top', 'bottom'], { aspect: 0.5, position: centre }, '125,0 150x300'],
    ['does so in its own shape', wide, ['left', 'right'], { crop: true, margin, scale: 0.5 }, '0,90 400x220'],
    ['does so in a corner', wide, ['left', 'right', 'bottom'], { ...square, scale: 0.5 }, '0,-100 400x400'],
    [
      'has room between where its canvas is wider',
      high,
      ['top', 'bottom'],
      { crop: true, aspect: 0.25, ...middle },
      '150,-50 100x400',
    ],
    ['has its scale there too', wide, ['left', 'right'], { aspect: 4, ...middle, scale: 0.5 }, '-600,0 1600x400'],
  ])('%s', (_what, its, sides, geometry, expected) => {
    expect(framed(geometry, its, picture, cutAt(...sides))).toBe(expected);
  });
});

const sides = fc.integer({ min: 1, max: 2000 });
const pictures = fc.record({ widthPx: sides, heightPx: sides });
const shares = fc.double({ min: 0, max: 1, noNaN: true });
const scenes = pictures.chain((of) =>
  fc.tuple(shares, shares, shares, shares).map(([left, top, right, bottom]): { of: Size; its: Region } => {
    const part = (share: number, side: number) => Math.min(side - 1, Math.floor(share * side));
    const [x, y] = [part(left, of.widthPx), part(top, of.heightPx)];
    return {
      of,
      its: {
        leftPx: x,
        topPx: y,
        widthPx: 1 + part(right, of.widthPx - x),
        heightPx: 1 + part(bottom, of.heightPx - y),
      },
    };
  }),
);
const lengths = fc.oneof(
  fc.integer({ min: 0, max: 500 }).map(String),
  fc.integer({ min: 0, max: 50 }).map((n) => `${n}%`),
);
const geometries: fc.Arbitrary<Geometry> = fc.record({
  crop: fc.boolean(),
  flush: fc.boolean(),
  margin: fc.tuple(lengths, lengths, lengths, lengths).map((four) => readMargin(four.join(' '))),
  position: fc.oneof(fc.constant('original' as const), fc.record({ x: shares, y: shares })),
  aspect: fc.option(fc.double({ min: 0.25, max: 4, noNaN: true })),
  scale: fc.option(fc.integer({ min: 10, max: 100 }).map((percent) => percent / 100)),
  maxSizePx: fc.option(fc.integer({ min: 16, max: 3000 })),
});

/** Subjects of which some sides reach the edge of the picture, and are cut there. */
const cutScenes = fc
  .tuple(scenes, fc.record({ top: fc.boolean(), right: fc.boolean(), bottom: fc.boolean(), left: fc.boolean() }))
  .map(([{ of, its }, cut]) => {
    const [leftPx, topPx] = [cut.left ? 0 : its.leftPx, cut.top ? 0 : its.topPx];
    const endPx = cut.right ? of.widthPx : its.leftPx + its.widthPx;
    const bottomPx = cut.bottom ? of.heightPx : its.topPx + its.heightPx;
    return { of, its: { leftPx, topPx, widthPx: endPx - leftPx, heightPx: bottomPx - topPx }, cut };
  });

describe('every framing', () => {
  it('shows all of the subject, in the shape and at the share that were asked for', () => {
    fc.assert(
      fc.property(cutScenes, geometries, ({ of, its, cut }, geometry) => {
        const made = frame(geometry, of, its, cut);
        const { boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx } = made;
        expect(Object.values(made).every(Number.isSafeInteger)).toBe(true);
        expect(boxLeftPx).toBeLessThanOrEqual(its.leftPx);
        expect(boxTopPx).toBeLessThanOrEqual(its.topPx);
        expect(boxLeftPx + boxWidthPx).toBeGreaterThanOrEqual(its.leftPx + its.widthPx);
        expect(boxTopPx + boxHeightPx).toBeGreaterThanOrEqual(its.topPx + its.heightPx);
        const { aspect, scale } = geometry;
        if (aspect !== null) {
          expect(Math.abs(boxWidthPx - boxHeightPx * aspect)).toBeLessThanOrEqual(1 + aspect);
        }
        const canBeScaled = !(cut.left && cut.right) && !(cut.top && cut.bottom);
        if (scale !== null && !geometry.crop && canBeScaled) {
          const taken = Math.max(its.widthPx / (boxWidthPx + 0.5), its.heightPx / (boxHeightPx + 0.5));
          expect(taken).toBeLessThanOrEqual(scale);
        }
      }),
    );
  });

  it('is no larger than its options allow, and never enlarged', () => {
    fc.assert(
      fc.property(cutScenes, geometries, ({ of, its, cut }, geometry) => {
        const made = frame(geometry, of, its, cut);
        const most = largestSides(geometry, { ...header, ...of });
        expect(made.widthPx).toBeLessThanOrEqual(Math.min(made.boxWidthPx, most.widthPx));
        expect(made.heightPx).toBeLessThanOrEqual(Math.min(made.boxHeightPx, most.heightPx));
        expect(Math.max(made.widthPx, made.heightPx)).toBeLessThanOrEqual(geometry.maxSizePx ?? Infinity);
      }),
    );
  });

  it('that follows the subject has no room at a side that is cut, nor at two opposite ones that its shape can hold', () => {
    fc.assert(
      fc.property(cutScenes, geometries, ({ of, its, cut }, geometry) => {
        if (!followsSubject(geometry)) return;
        const { boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx } = frame(geometry, of, its, cut);
        const room = {
          left: its.leftPx - boxLeftPx,
          right: boxLeftPx + boxWidthPx - its.leftPx - its.widthPx,
          top: its.topPx - boxTopPx,
          bottom: boxTopPx + boxHeightPx - its.topPx - its.heightPx,
        };
        if (cut.left !== cut.right) expect(room[cut.left ? 'left' : 'right']).toBe(0);
        if (cut.top !== cut.bottom) expect(room[cut.top ? 'top' : 'bottom']).toBe(0);
        // Without an aspect there is always a shape that holds both.
        if (geometry.aspect === null && cut.left && cut.right) expect([room.left, room.right]).toEqual([0, 0]);
        if (geometry.aspect === null && cut.top && cut.bottom) expect([room.top, room.bottom]).toEqual([0, 0]);
        if (geometry.aspect !== null && !geometry.crop && cut.left && cut.right) {
          const holds = Math.round(its.heightPx * geometry.aspect) <= its.widthPx;
          if (holds) expect([room.left, room.right]).toEqual([0, 0]);
        }
      }),
    );
  });

  it('of the whole picture is the picture, wherever its subject is', () => {
    fc.assert(
      fc.property(scenes, ({ of, its }) => {
        const box = { boxLeftPx: 0, boxTopPx: 0, boxWidthPx: of.widthPx, boxHeightPx: of.heightPx };
        expect(frame(whole, of, its)).toEqual({ ...of, ...box });
        const same = { ...whole, aspect: of.widthPx / of.heightPx };
        expect(frame(same, of, its)).toEqual({ ...of, ...box });
      }),
    );
  });
});

it('the subject is searched only where it makes a difference', () => {
  const changes: Partial<Geometry>[] = [{ crop: true }, { position: centre }, { aspect: 1 }, { scale: 1 }];
  for (const change of changes) expect(followsSubject({ ...whole, ...change })).toBe(true);
  expect(followsSubject({ ...whole, maxSizePx: 100 })).toBe(false);
});

const header = headerWith({ widthPx: 400, heightPx: 300 });

describe('an answer', () => {
  const fateOf = (format: OutputFormat, geometry: Partial<Geometry>, its: Partial<Header>) => {
    const output: PictureOutput = { ...whole, ...geometry, format, quality: 90, background: null, shadow: null };
    try {
      checkOutput(output, { ...header, ...its }, defaultLimits);
      return 'taken';
    } catch (fault) {
      return (fault as Error).message.replace('With these options the answer could have ', '');
    }
  };
  const pixels = '268402689 pixels and 65535 pixels a side. Send max_size';

  it.each<[OutputFormat, Partial<Geometry>, Partial<Header>, string]>([
    ['png', {}, { widthPx: 65_535, heightPx: 4000 }, 'taken'],
    ['png', { scale: 0.1 }, { widthPx: 1638, heightPx: 1638 }, 'taken'],
    ['png', { scale: 0.1 }, { widthPx: 1639, heightPx: 1639 }, `16390x16390 pixels; the limit is ${pixels}`],
    ['png', { scale: 0.1 }, { widthPx: 6554, heightPx: 2 }, `65540x20 pixels; the limit is ${pixels}`],
    [
      'png',
      { crop: true, margin: readMargin('50%') },
      { widthPx: 9000, heightPx: 9000 },
      `18000x18000 pixels; the limit is ${pixels}`,
    ],
    ['png', { crop: true, margin: readMargin('50%'), maxSizePx: 16_000 }, { widthPx: 9000, heightPx: 9000 }, 'taken'],
    ['webp', {}, { widthPx: 16_383, heightPx: 10 }, 'taken'],
    [
      'webp',
      {},
      { widthPx: 16_384, heightPx: 10 },
      '16384x10 pixels; the limit is 68750000 pixels and 16383 pixels a side. Send max_size',
    ],
    ['webp', { maxSizePx: 16_383 }, { widthPx: 16_384, heightPx: 10 }, 'taken'],
    ['webp', {}, { widthPx: 8250, heightPx: 8333 }, 'taken'],
    [
      'webp',
      {},
      { widthPx: 10_000, heightPx: 10_000 },
      '10000x10000 pixels; the limit is 68750000 pixels and 16383 pixels a side. Send max_size',
    ],
    ['zip', {}, { widthPx: 10_000, heightPx: 10_000 }, 'taken'],
    [
      'jpeg',
      {},
      { widthPx: 65_501, heightPx: 1 },
      '65501x1 pixels; the limit is 268402689 pixels and 65500 pixels a side. Send max_size',
    ],
    ['zip', {}, { widthPx: 65_500, heightPx: 1 }, 'taken'],
    [
      'webp',
      { aspect: 4 },
      { widthPx: 5000, heightPx: 100, orientation: 6 },
      '20000x5000 pixels; the limit is 68750000 pixels and 16383 pixels a side. Send max_size',
    ],
  ])('as %s with %j of %j: %s', (format, geometry, its, expected) => {
    expect(fateOf(format, geometry, its)).toBe(expected);
  });

  it('that is the contract’s own has no limits beyond the input’s', () => {
    expect(() => checkOutput(undefined, { ...header, widthPx: 1e6 }, defaultLimits)).not.toThrow();
  });
});
