import sharp from 'sharp';
import { expect, it } from 'vitest';
import { closeUps } from './close-ups.ts';

/** Opaque on the left; squares of soft pixels, and of transparent ones, where they are asked for. */
function answer(soft: readonly [number, number][], holes: readonly [number, number][] = []): Promise<Buffer> {
  const [width, height] = [320, 160];
  const data = Buffer.alloc(width * height * 4, 255);
  const fill = (left: number, top: number, alpha: number) => {
    for (let y = top; y < top + 20; y++) {
      for (let x = left; x < left + 20; x++) data[(y * width + x) * 4 + 3] = alpha;
    }
  };
  for (const [left, top] of soft) fill(left, top, 128);
  for (const [left, top] of holes) fill(left, top, 0);
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

const holds = (region: { left: number; top: number; width: number; height: number }, x: number, y: number) =>
  x >= region.left && x < region.left + region.width && y >= region.top && y < region.top + region.height;

it('shows where answers differ, then where both are soft', async () => {
  const soft: [number, number][] = [[280, 20]];
  const regions = await closeUps([await answer(soft), await answer(soft, [[40, 100]])], 64);
  expect(regions.map(({ width, height }) => [width, height])).toEqual([
    [64, 64],
    [64, 64],
  ]);
  expect(holds(regions[0], 50, 110)).toBe(true);
  expect(holds(regions[1], 290, 30)).toBe(true);
});

it('shows two soft parts of answers with the same pixels', async () => {
  const regions = await closeUps(
    [
      await answer([
        [20, 20],
        [280, 120],
      ]),
    ],
    64,
  );
  expect(regions.some((region) => holds(region, 30, 30))).toBe(true);
  expect(regions.some((region) => holds(region, 290, 130))).toBe(true);
});

it('shows a small picture once, as a whole', async () => {
  const small = await answer([[20, 20]]);
  expect(await closeUps([small, small], 400)).toEqual([{ left: 0, top: 0, width: 320, height: 160 }]);
});
