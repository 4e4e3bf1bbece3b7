import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openedArea, type Radii } from './opened-area.ts';

/** The same by its definition: every place of the disc is tried, within the mask and beyond its border. */
function byDefinition(mask: Uint8Array, widthPx: number, heightPx: number, { acrossPx, downPx }: Radii): number {
  const places: [number, number][] = [];
  for (let dy = -Math.floor(downPx); dy <= downPx; dy++) {
    for (let dx = -Math.floor(acrossPx); dx <= acrossPx; dx++) {
      const share = (dx === 0 ? 0 : (dx / acrossPx) ** 2) + (dy === 0 ? 0 : (dy / downPx) ** 2);
      if (share <= 1 + 1e-12) places.push([dx, dy]);
    }
  }
  const isInside = (x: number, y: number) => x >= 0 && x < widthPx && y >= 0 && y < heightPx;
  const covered = new Set<number>();
  for (let at = 0; at < mask.length; at++) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    const disc = places.map(([dx, dy]) => [x + dx, y + dy] as const).filter(([px, py]) => isInside(px, py));
    if (disc.every(([px, py]) => mask[py * widthPx + px] !== 0))
      for (const [px, py] of disc) covered.add(py * widthPx + px);
  }
  return covered.size;
}

describe('an opening by a disc', () => {
  test('is what its definition says, for any mask and radii', () => {
    const masks = fc
      .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }))
      .chain(([widthPx, heightPx]) =>
        fc.record({
          widthPx: fc.constant(widthPx),
          heightPx: fc.constant(heightPx),
          // Mostly inside, so that discs fit.
          mask: fc
            .uint8Array({ minLength: widthPx * heightPx, maxLength: widthPx * heightPx })
            .map((values) => values.map((value) => (value > 12 ? 1 : 0))),
        }),
      );
    const radii = fc.constantFrom(0, 0.4, 1, 1.5, 2, 3.7, 5, 30);
    fc.assert(
      fc.property(masks, radii, radii, ({ mask, widthPx, heightPx }, acrossPx, downPx) => {
        const area = openedArea(mask, { widthPx, heightPx }, { acrossPx, downPx });
        expect(area).toBe(byDefinition(mask, widthPx, heightPx, { acrossPx, downPx }));
      }),
      { numRuns: 300 },
    );
  });

  test('takes in places that are a radius away to the pixel', () => {
    const size = { widthPx: 11, heightPx: 11 };
    const mask = new Uint8Array(121);
    for (let at = 0; at < mask.length; at++) mask[at] = Math.hypot((at % 11) - 5, Math.floor(at / 11) - 5) <= 5 ? 1 : 0;
    const radii = { acrossPx: 5, downPx: 5 };
    const fourAcross = 8 * 11 + 9;
    mask[fourAcross] = 0;
    expect(openedArea(mask, size, radii)).toBe(byDefinition(mask, 11, 11, radii));
    mask[fourAcross] = 1;
    expect(openedArea(mask, size, radii)).toBe(81);
  });

  test('keeps what is thick and leaves lines out', () => {
    const size = { widthPx: 200, heightPx: 120 };
    const mask = new Uint8Array(size.widthPx * size.heightPx);
    for (let y = 40; y < 80; y++) mask.fill(1, y * 200 + 100, y * 200 + 160);
    const block = openedArea(mask, size, { acrossPx: 15, downPx: 15 });
    expect(block).toBeGreaterThan(40 * 60 * 0.85);
    expect(block).toBeLessThan(40 * 60);
    mask.fill(0);
    for (let y = 40; y < 69; y++) mask.fill(1, y * 200, (y + 1) * 200);
    expect(openedArea(mask, size, { acrossPx: 15, downPx: 15 })).toBe(0);
  });
});
