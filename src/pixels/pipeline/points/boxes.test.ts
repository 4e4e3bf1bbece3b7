/** What is worked out in boxes is, bit for bit, what it would be in all of the picture: on drawn masks. */
import { describe, expect, test } from 'vitest';
import { generator } from '../../../../testing/random.ts';
import { atOnce } from '../../bounds/shared-thread.ts';
import { type Size, wholeOf } from '../plane/region.ts';
import { changedBy, changedWithin, withRests, withRestsWithin } from './change.ts';
import { drawnAroundPx, drawnChange } from './edges-of-change.ts';
import { boxAround, countOf, inBoth, inEither, inverted, without } from './masks.ts';
import { cellPx } from './snapped.ts';

/** Sides that are multiples of `cellPx`, and others. */
const sizes: readonly Size[] = [
  { widthPx: 512, heightPx: 384 },
  { widthPx: 512, heightPx: 341 },
  { widthPx: 287, heightPx: 512 },
];
const seeds = Array.from({ length: 12 }, (_, at) => at + 1);

/** Ellipses with waves, strokes of 3 to 12 pixels from them through the picture, and specks beside them: a mask of 0 and 1. */
function drawnMask(size: Size, next: () => number, ellipses: number, strokes: number): Uint8Array {
  const { widthPx, heightPx } = size;
  const mask = new Uint8Array(widthPx * heightPx);
  const disc = (x: number, y: number, radius: (angle: number) => number, most: number) => {
    for (let row = Math.max(0, Math.floor(y - most)); row < Math.min(heightPx, y + most); row++) {
      for (let column = Math.max(0, Math.floor(x - most)); column < Math.min(widthPx, x + most); column++) {
        const away = Math.hypot(column - x, row - y);
        if (away < radius(Math.atan2(row - y, column - x))) mask[row * widthPx + column] = 1;
      }
    }
  };
  const places = Array.from({ length: ellipses }, () => {
    const [x, y, wide, waves] = [next() * widthPx, next() * heightPx, 12 + next() * 50, 2 + Math.floor(next() * 9)];
    disc(x, y, (angle) => wide * (1 + 0.3 * Math.sin(angle * waves)), wide * 1.3);
    return [x, y] as const;
  });
  for (let stroke = 0; stroke < strokes; stroke++) {
    const [fromX, fromY] = places[stroke % places.length];
    const [toX, toY, half] = [next() * widthPx, next() * heightPx, 1.5 + next() * 4.5];
    for (let step = 0; step <= 200; step++) {
      disc(fromX + ((toX - fromX) * step) / 200, fromY + ((toY - fromY) * step) / 200, () => half, half);
    }
  }
  for (const [x, y] of places) {
    for (let speck = 0; speck < 6; speck++) disc(x + (next() - 0.5) * 160, y + (next() - 0.5) * 160, () => 4, 4);
  }
  return mask;
}

/** Pixels in which two masks are not the same. */
function differing(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((count, value, at) => (value === other[at] ? count : count + 1), 0);
}

describe.each(seeds)('with seed %i', (seed) => {
  const size = sizes[seed % sizes.length];
  const next = generator(seed);
  const whole = wholeOf(size);
  const subject = drawnMask(size, next, 4, 3);
  // A part with holes and rims, of which the subject has some; every second one with a stroke through the picture.
  const shape = drawnMask(size, next, 1, seed % 2);
  const part = without(shape, inBoth(drawnMask(size, next, 8, 3), drawnMask(size, next, 8, 3)));
  const others = inBoth(drawnMask(size, next, 1, 0), inverted(part));
  const nowhere = new Uint8Array(subject.length);

  test.each(['keep', 'drop'] as const)('%s: where claim and matte differ', (kind) => {
    const matte = subject.map((is) => Math.floor(is === 1 ? 255 - next() * next() * 140 : next() * next() * 140));
    const near = drawnMask(size, next, 1, 0);
    const found = atOnce(changedBy({ inside: part, matte, near }, kind, size));
    expect(differing(found, changedWithin({ inside: part, matte, near }, kind, size))).toBe(0);
  });

  test.each(['keep', 'drop'] as const)('%s: what a mask leaves', (kind) => {
    const from = kind === 'keep' ? inverted(subject) : subject;
    const taken = inBoth(part, from);
    const found = atOnce(withRests({ taken, from, others }, kind, size));
    const expected = withRestsWithin({ taken, from, others, border: nowhere }, kind, size);
    expect(expected && differing(found, expected)).toBe(0);
  });

  test('edges that are drawn', () => {
    // Beside the mask's edges, and hard to tell: small differences would show.
    const colours = Uint8Array.from({ length: subject.length * 3 }, (_, at) => {
      const colour = part[Math.floor(at / 3) + 5] === 1 ? [120, 90, 80] : [90, 90, 110];
      return colour[at % 3] + next() * 90;
    });
    const [merged, claimed] = [inEither(subject, part), inEither(part, others)];
    const masks = { merged, touched: part, claimed, colours };
    const box = boxAround(part, size, drawnAroundPx, cellPx) ?? whole;
    const [found, expected] = [box, whole].map((within) => atOnce(drawnChange(masks, size, within, 3)));
    expect(differing(found.share, expected.share)).toBe(0);
    expect(differing(found.weights, expected.weights)).toBe(0);
    const counted = (target: Uint8Array) => target.map((alpha, at) => (expected.share[at] > 0 ? alpha : 0));
    expect(differing(counted(found.target), counted(expected.target))).toBe(0);
  });
});

/** A rectangle in the first of the sizes. */
function box(left: number, top: number, right: number, bottom: number): Uint8Array {
  const { widthPx, heightPx } = sizes[0];
  const mask = new Uint8Array(widthPx * heightPx);
  for (let y = top; y < bottom; y++) mask.fill(1, y * widthPx + left, y * widthPx + right);
  return mask;
}

describe('what is half transparent in a rectangle', () => {
  const claim = box(100, 100, 300, 250);
  const nowhere = new Uint8Array(claim.length);

  test('counts deep in it only', () => {
    const middle = box(112, 112, 288, 238);
    const dropped = claim.map((is) => 100 * is);
    const found = atOnce(changedBy({ inside: claim, matte: dropped, near: nowhere }, 'drop', sizes[0]));
    expect(differing(found, middle)).toBe(0);
    const shallow = claim.map((is, at) => (middle[at] === 1 ? 255 : 200 * is));
    expect(countOf(atOnce(changedBy({ inside: claim, matte: shallow, near: nowhere }, 'keep', sizes[0])))).toBe(0);
  });

  test('counts up to its edge where it is kept and goes on from there', () => {
    const kept = claim.map((is) => 200 * is);
    expect(differing(atOnce(changedBy({ inside: claim, matte: kept, near: nowhere }, 'keep', sizes[0])), claim)).toBe(
      0,
    );
  });
});

describe('a rest', () => {
  const size = sizes[0];
  const taken = box(53, 53, 197, 297);
  const rim = without(box(50, 50, 200, 300), taken);
  /** What goes with the part, and how many boxes were looked at. */
  const restsIn = (left: Uint8Array) => {
    const steps = withRests({ taken, from: inEither(taken, left), others: new Uint8Array(taken.length) }, 'drop', size);
    for (let boxes = 0; ; boxes++) {
      const step = steps.next();
      if (step.done) return { boxes, rests: without(step.value, taken) };
    }
  };

  test('is looked for in a box', () => {
    const { boxes, rests } = restsIn(rim);
    expect(boxes).toBe(1);
    expect(differing(rests, rim)).toBe(0);
  });

  test('is none if it goes on far: then all of the picture is looked at', () => {
    // By its length a rim as far as the box goes, and no piece.
    const wire = [box(200, 60, 265, 65), box(260, 65, 265, 290), box(265, 285, 512, 290)].reduce(inEither, rim);
    // A piece as far as the box goes, and no rim.
    const bar = box(197, 190, 512, 206);
    for (const left of [wire, bar]) {
      const { boxes, rests } = restsIn(left);
      expect(boxes).toBe(2);
      expect(countOf(rests)).toBe(0);
    }
  });
});
