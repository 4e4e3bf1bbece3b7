import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import { noMargin, readMargin } from '../../contract/output/margin.ts';
import type { Geometry, OutputFormat, PictureOutput } from '../../contract/output/output.ts';
import { centre } from '../../contract/output/placement.ts';
import type { Header } from '../picture/header.ts';
import type { Region, Size } from '../region.ts';
import { headerWith } from '../testing/header.ts';
import { checkOutput, followsSubject, frame, largestSides } from './framing.ts';

const whole: Geometry = {
  crop: false,
  margin: noMargin,
  position: 'original',
  aspect: null,
  scale: null,
  maxSizePx: null,
};
const picture: Size = { widthPx: 400, heightPx: 300 };
const subject: Region = { leftPx: 100, topPx: 50, widthPx: 80, heightPx: 200 };

/** Box and size in short: `left,top widthxheight`, and `> widthxheight` where that is not the answer's size. */
function framed(changes: Partial<Geometry>, its: Region | null = subject, of: Size = picture): string {
  const { widthPx, heightPx, boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx } = frame({ ...whole, ...changes }, of, its);
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
  margin: fc.tuple(lengths, lengths, lengths, lengths).map((four) => readMargin(four.join(' '))),
  position: fc.oneof(fc.constant('original' as const), fc.record({ x: shares, y: shares })),
  aspect: fc.option(fc.double({ min: 0.25, max: 4, noNaN: true })),
  scale: fc.option(fc.integer({ min: 10, max: 100 }).map((percent) => percent / 100)),
  maxSizePx: fc.option(fc.integer({ min: 16, max: 3000 })),
});

describe('every framing', () => {
  it('shows all of the subject, in the shape and at the share that were asked for', () => {
    fc.assert(
      fc.property(scenes, geometries, ({ of, its }, geometry) => {
        const made = frame(geometry, of, its);
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
        if (scale !== null && !geometry.crop) {
          const taken = Math.max(its.widthPx / (boxWidthPx + 0.5), its.heightPx / (boxHeightPx + 0.5));
          expect(taken).toBeLessThanOrEqual(scale);
        }
      }),
    );
  });

  it('is no larger than its options allow, and never enlarged', () => {
    fc.assert(
      fc.property(scenes, geometries, ({ of, its }, geometry) => {
        const made = frame(geometry, of, its);
        const most = largestSides(geometry, { ...header, ...of });
        expect(made.widthPx).toBeLessThanOrEqual(Math.min(made.boxWidthPx, most.widthPx));
        expect(made.heightPx).toBeLessThanOrEqual(Math.min(made.boxHeightPx, most.heightPx));
        expect(Math.max(made.widthPx, made.heightPx)).toBeLessThanOrEqual(geometry.maxSizePx ?? Infinity);
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

it('the subject is looked for where it makes a difference', () => {
  const changes: Partial<Geometry>[] = [{ crop: true }, { position: centre }, { aspect: 1 }, { scale: 1 }];
  for (const change of changes) expect(followsSubject({ ...whole, ...change })).toBe(true);
  expect(followsSubject({ ...whole, maxSizePx: 100 })).toBe(false);
});

const header = headerWith({ widthPx: 400, heightPx: 300 });

describe('an answer', () => {
  const fateOf = (format: OutputFormat, geometry: Partial<Geometry>, its: Partial<Header>) => {
    const output: PictureOutput = { ...whole, ...geometry, format, quality: 90, background: null };
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
