/** Drawn mattes: which a person would review, and which not. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Layer, layerOver } from '../plane/layer.ts';
import { signsOf, uncertaintyBy, uncertaintyOf } from './uncertainty.ts';

const picture = { widthPx: 1500, heightPx: 1000 };

/** A matte of that side over the whole picture. @param alpha 0 to 255 for a place, both coordinates 0 to 1 */
function drawn(alpha: (x: number, y: number) => number, sidePx = 256): Layer {
  const samples = new Uint8Array(sidePx * sidePx);
  for (let y = 0, at = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++, at++) samples[at] = alpha((x + 0.5) / sidePx, (y + 0.5) / sidePx);
  }
  return layerOver({ widthPx: sidePx, heightPx: sidePx, samples }, picture);
}

const fromMiddle = (x: number, y: number) => Math.hypot(x - 0.5, y - 0.5);
const ball = (x: number, y: number) => (fromMiddle(x, y) < 0.3 ? 255 : 0);
/** A ramp of a fortieth of the picture: an edge out of focus, or fur. */
const softBall = (x: number, y: number) => Math.min(255, Math.max(0, (0.3 - fromMiddle(x, y)) * 255 * 40));
/** Rays of hair around it, each as wide as the gap to the next one, and half transparent. */
const hairyBall = (x: number, y: number) => {
  const isHair = fromMiddle(x, y) < 0.4 && Math.sin(Math.atan2(y - 0.5, x - 0.5) * 90) > 0;
  return fromMiddle(x, y) < 0.3 ? 255 : isHair ? 120 : 0;
};
const clouded = (x: number, y: number) => (Math.hypot(x - 0.85, y - 0.5) < 0.12 ? 120 : ball(x, y));
/** Four pieces beside it, a thousandth of it each. */
const crumbled = (x: number, y: number) => (x < 0.1 && (x * 40) % 1 < 0.4 && y > 0.5 && y < 0.53 ? 255 : ball(x, y));

describe('the uncertainty', () => {
  test.each([
    ['a hard edge', ball],
    ['a soft edge', softBall],
    ['hair', hairyBall],
  ])('of %s is next to nothing', (_what, alpha) => {
    expect(uncertaintyOf(drawn(alpha, 512), picture)).toBeLessThan(0.05);
  });

  test.each([
    ['a wide cloud', clouded, 'undecided'],
    ['crumbs', crumbled, 'crumbs'],
  ] as const)('of %s asks for a review, whatever the size of the matte', (_what, alpha, sign) => {
    for (const side of [256, 768, 1024]) {
      const layer = drawn(alpha, side);
      expect(uncertaintyOf(layer, picture)).toBeGreaterThan(0.7);
      expect(uncertaintyBy({ ...signsOf(layer, picture), [sign]: 0 })).toBeLessThan(0.05);
    }
  });

  test('of a close-up is measured in pixels of the picture', () => {
    const region = { leftPx: 500, topPx: 300, widthPx: 300, heightPx: 200 };
    const close = { ...drawn(softBall, 512), region };
    // The ramp is as wide in the layer, and a fifth as wide in the picture.
    expect(signsOf(close, picture).undecided).toBe(0);
    const blurred = { ...drawn(clouded, 512), region };
    expect(signsOf(blurred, region).undecided).toBeGreaterThan(0.05);
  });

  test('of nothing found is 1', () => {
    for (const alpha of [0, 100]) {
      expect(
        uncertaintyOf(
          drawn(() => alpha),
          picture,
        ),
      ).toBe(1);
    }
  });

  test('is between 0 and 1 with three decimals, for any mattes of any sizes', () => {
    const layers = fc
      .record({
        widthPx: fc.integer({ min: 1, max: 40 }),
        heightPx: fc.integer({ min: 1, max: 40 }),
        seed: fc.integer(),
      })
      .chain(({ widthPx, heightPx }) =>
        fc.record({
          plane: fc.record({
            widthPx: fc.constant(widthPx),
            heightPx: fc.constant(heightPx),
            samples: fc.uint8Array({ minLength: widthPx * heightPx, maxLength: widthPx * heightPx }),
          }),
          share: fc.double({ min: 0, max: 0.9, noNaN: true }),
        }),
      );
    const sizes = fc.record({
      widthPx: fc.integer({ min: 1, max: 5000 }),
      heightPx: fc.integer({ min: 1, max: 5000 }),
    });
    fc.assert(
      fc.property(sizes, layers, (size, { plane, share }) => {
        const [leftPx, topPx] = [Math.floor(size.widthPx * share), Math.floor(size.heightPx * share)];
        const region = { leftPx, topPx, widthPx: size.widthPx - leftPx, heightPx: size.heightPx - topPx };
        const uncertainty = uncertaintyOf({ plane, region, outside: 0 }, size);
        expect(uncertainty).toBeGreaterThanOrEqual(0);
        expect(uncertainty).toBeLessThanOrEqual(1);
        expect(uncertainty).toBe(Number(uncertainty.toFixed(3)));
      }),
      { numRuns: 60 },
    );
  });

  test('rises with each sign, and is a half at the limit of one', () => {
    const none = { undecided: 0, crumbs: 0 };
    expect(uncertaintyBy(none)).toBe(0);
    for (const sign of ['undecided', 'crumbs', 'failed'] as const) {
      const along = [0, 0.0005, 0.003, 0.02, 0.1, 50].map((share) => uncertaintyBy({ ...none, [sign]: share }));
      expect(along).toEqual([...along].sort((a, b) => a - b));
      expect(along.at(-1)).toBe(1);
    }
    expect(uncertaintyBy({ ...none, undecided: 0.04 })).toBe(0.5);
    expect(uncertaintyBy({ ...none, crumbs: 0.002 })).toBe(0.5);
    expect(uncertaintyBy({ ...none, failed: 0.55 })).toBe(0.5);
  });
});
