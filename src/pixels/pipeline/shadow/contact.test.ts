/** Where contact shadows are, under drawn things. */
import { describe, expect, it, test } from 'vitest';
import { shadowed } from './testing/shadowed.ts';
import { aroundPx, drawn, solids } from './testing/solids.ts';

const sizes = [
  [300, 300],
  [120, 420],
  [420, 150],
] as const;

test('there are twenty things', () => expect(Object.keys(solids)).toHaveLength(20));

describe.each(Object.entries(solids))('%s', (_what, solid) => {
  it.each(sizes)('of %i × %i pixels touches its shadow at its lowest edge, which is below its middle', (wide, high) => {
    const alpha = drawn(solid, wide, high);
    const { widthPx, heightPx, samples } = alpha;
    const rgba = shadowed(alpha, { kind: 'contact', opacityPercent: 100 });
    const shade = (x: number, y: number) => rgba[(y * widthPx + x) * 4 + 3] - samples[y * widthPx + x];
    const rows = Array.from({ length: heightPx }, (_, y) =>
      Array.from({ length: widthPx }, (_, x) => x).filter((x) => samples[y * widthPx + x] > 0),
    );
    const [top, ground] = [rows.findIndex((xs) => xs.length > 0), rows.findLastIndex((xs) => xs.length > 0)];
    // Half of all that black can be, or the shadow would not be seen to begin there.
    const touching = rows[ground].map((x) => Math.max(shade(x, ground + 1), shade(x, ground + 2)));
    expect(Math.min(...touching)).toBeGreaterThan(128);
    const middle = (top + ground + 1) / 2;
    const shaded = Array.from({ length: heightPx }, (_, y) => y).filter((y) =>
      Array.from({ length: widthPx }, (_, x) => shade(x, y)).some((value) => value !== 0),
    );
    expect(shaded[0] + 0.5).toBeGreaterThanOrEqual(middle);
    // And it ends before the room does.
    expect(shaded[shaded.length - 1]).toBeLessThan(ground + aroundPx / 2);
  });
});

it('is as dark as it is asked to be, and no darker', () => {
  const alpha = drawn(() => true, 300, 200);
  const ground = alpha.widthPx * (aroundPx + 200) + alpha.widthPx / 2;
  const full = shadowed(alpha, { kind: 'contact', opacityPercent: 100 });
  for (const opacityPercent of [0, 1, 50, 99]) {
    const rgba = shadowed(alpha, { kind: 'contact', opacityPercent });
    const apart = alpha.samples.map((own, at) =>
      own > 0 ? 0 : Math.abs(rgba[at * 4 + 3] - Math.round((full[at * 4 + 3] * opacityPercent) / 100)),
    );
    expect(Math.max(...apart.slice(ground - alpha.widthPx * 30))).toBeLessThanOrEqual(1);
    expect(rgba[ground * 4 + 3] / 255).toBeCloseTo(opacityPercent / 100, 1.5);
  }
});

it('is cast by nothing that is more background than subject', () => {
  const alpha = drawn(() => true, 40, 40);
  const faint = { ...alpha, samples: alpha.samples.map((value) => Math.min(value, 127)) };
  expect(() => shadowed(faint, { kind: 'contact', opacityPercent: 50 })).toThrow('no shadow');
});

it.each([
  [1, 1],
  [1, 500],
  [3000, 1],
  [2, 3],
])('has numbers under a thing of %i × %i pixels', (wide, high) => {
  const rgba = shadowed(
    drawn(() => true, wide, high),
    { kind: 'contact', opacityPercent: 100 },
  );
  expect(rgba.some((value, at) => at % 4 === 3 && value > 0)).toBe(true);
});
