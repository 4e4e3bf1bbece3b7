import { describe, expect, it } from 'vitest';
import { isGood, measure } from './measure.ts';

const asked = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);
const other = Uint8Array.of(0, 0, 0, 0, 255, 255, 0, 0);

describe('an answer', () => {
  it.each([
    [asked, 1, 0, true],
    [other, 0, 1, false],
    [Uint8Array.of(255, 255, 255, 0, 0, 0, 0, 0), 0.75, 0, false],
    [Uint8Array.of(255, 255, 255, 255, 51, 0, 0, 0), 1, 0.1, false],
    [Uint8Array.of(255, 255, 255, 255, 25, 0, 0, 0), 1, 0.049, true],
  ])('%#', (alpha, overlap, kept, good) => {
    const measured = measure(alpha, asked, other);
    expect(measured.overlap).toBeCloseTo(overlap);
    expect(measured.otherKept).toBeCloseTo(kept, 3);
    expect(isGood(measured)).toBe(good);
  });
});
