import sharp from 'sharp';
import { expect, test } from 'vitest';
import { arrivalsOf, arrivedPicture, halfOf, ways } from './arrivals.ts';
import type { Art } from './fetch.ts';

/** One icon for everything, and no font: only pictures without words can be drawn. */
const disc = {
  name: 'disc',
  body: '<circle cx="8" cy="8" r="7" fill="#804020"/>',
  left: 0,
  top: 0,
  width: 16,
  height: 16,
};
const art: Art = { icons: [{ name: 'own', all: [disc] }], fonts: [] };

test('a number is of one half, and a half has all ways in turns', () => {
  const [tuning, heldOut] = (['tuning', 'held_out'] as const).map((half) => [...arrivalsOf(half, 0, 12)]);
  expect(tuning.map(({ way }) => way)).toEqual([...ways, ...ways]);
  expect(tuning.filter(({ number }) => heldOut.some((other) => other.number === number))).toEqual([]);
  expect(tuning.every(({ number }) => halfOf(number) === 'tuning')).toBe(true);
  expect([...arrivalsOf('tuning', 3, 2)]).toEqual(tuning.slice(3, 5));
});

test.each(ways)('a drawing that arrives as %s is the same on every run, and its alpha is of its size', async (way) => {
  for (let number = 0; ; number++) {
    const arrived = await arrivedPicture('tuning', number, way, art).catch(() => null);
    if (!arrived) continue;
    const again = await arrivedPicture('tuning', number, way, art);
    expect(arrived.file.equals(again.file)).toBe(true);
    const { format, width, height } = await sharp(arrived.file).metadata();
    expect(arrived.saved.toLowerCase().startsWith(format ?? '-')).toBe(true);
    expect([arrived.widthPx, arrived.heightPx]).toEqual([width, height]);
    expect(arrived.alpha).toHaveLength(arrived.widthPx * arrived.heightPx);
    expect([arrived.alpha[0], arrived.alpha.includes(255)]).toEqual([0, true]);
    return;
  }
});
