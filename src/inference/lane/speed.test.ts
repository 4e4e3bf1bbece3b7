import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Speed } from './speed.ts';

function speedAfter(...pictures: readonly (readonly [megapixels: number, tookMs: number])[]): Speed {
  const speed = new Speed();
  for (const [megapixels, tookMs] of pictures) speed.record(megapixels, tookMs);
  return speed;
}

describe('the wait for a child', () => {
  it('is none where nothing is known, and none where nothing is ahead', () => {
    expect(speedAfter().waitMs([{ megapixels: 9, sinceMs: 0 }], 9, 1, 0)).toBe(0);
    expect(speedAfter([10, 40_000]).waitMs([], 0, 1, 0)).toBe(0);
  });

  it('is what is ahead at the speed of those before, less what the one in work has had', () => {
    const speed = speedAfter([10, 30_000], [10, 50_000]);
    const inWork = [{ megapixels: 5, sinceMs: 1000 }];
    expect(speed.waitMs(inWork, 0, 1, 1000)).toBe(20_000);
    expect(speed.waitMs(inWork, 0, 1, 9000)).toBe(12_000);
    expect(speed.waitMs(inWork, 2, 1, 9000)).toBe(20_000);
  });

  it('does not count on a picture that takes longer than it should', () => {
    const speed = speedAfter([1, 1000]);
    expect(speed.waitMs([{ megapixels: 1, sinceMs: 0 }], 3, 1, 60_000)).toBe(3000);
  });

  it('is shared by the children', () => {
    const inWork = [
      { megapixels: 4, sinceMs: 0 },
      { megapixels: 2, sinceMs: 0 },
    ];
    expect(speedAfter([1, 1000]).waitMs(inWork, 4, 2, 1000)).toBe(4000);
  });

  it('goes by the last ten pictures', () => {
    const picture = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 }));
    fc.assert(
      fc.property(fc.array(picture, { minLength: 1, maxLength: 30 }), (pictures) => {
        const last = pictures.slice(-10);
        const total = (of: 0 | 1) => last.reduce((sum, each) => sum + each[of], 0);
        expect(speedAfter(...pictures).waitMs([], 6, 1, 0)).toBeCloseTo((6 * total(1)) / total(0), 6);
      }),
    );
  });
});
