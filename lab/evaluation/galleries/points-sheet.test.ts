/** The layout of a sheet of clicks. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pointsSheet } from './points-sheet.ts';

const [width, height] = [320, 200];
const plain = (background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

it('has photo, before and after beside each other, and marks each click on the photo alone', async () => {
  const [photo, before, after] = await Promise.all([plain('#777'), plain('#00f'), plain('#0000')]);
  const clicks = [
    { kind: 'keep', x: 25, y: 50 },
    { kind: 'drop', x: 75, y: 50 },
  ] as const;
  const laid = await pointsSheet({ photo, before, after, clicks });
  const { data, info } = await sharp(await laid.png().toBuffer())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (column: number, x: number, y: number) => {
    const place = ((22 + y) * info.width + 8 + column * (width + 8) + x) * 3;
    return [...data.subarray(place, place + 3)];
  };
  // Beside the white sign of each disc.
  const [keep, drop] = [at(0, 80 + 4, 100 + 4), at(0, 240 + 4, 100 + 4)];
  expect(keep[1]).toBeGreaterThan(keep[0] + 60);
  expect(drop[0]).toBeGreaterThan(drop[1] + 60);
  expect([at(0, 80, 100), at(0, 240, 100)]).toEqual(Array(2).fill([255, 255, 255]));
  expect([at(0, 160, 100), at(1, 80, 100), at(1, 240, 100)]).toEqual([
    [119, 119, 119],
    [0, 0, 255],
    [0, 0, 255],
  ]);
  // A square of the checkerboard, and the next one.
  expect([at(2, 1, 1)[0], at(2, 13, 1)[0]].sort()).toEqual([214, 255]);
});
