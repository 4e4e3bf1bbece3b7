import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Art } from './fetch.ts';
import { drawnPicture } from './pictures.ts';

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

async function pictures(count: number) {
  const drawn = [];
  for (let number = 0; drawn.length < count; number++) {
    const picture = await drawnPicture('tuning', number, art).catch(() => null);
    if (picture) drawn.push(picture);
  }
  return drawn;
}

test('a picture is the same on every run, and its alpha is of its size', async () => {
  const [first, again] = [await pictures(4), await pictures(4)];
  expect(first.map(({ file }) => file.equals(again[first.findIndex((each) => each.file === file)].file))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  for (const { file, alpha, widthPx, heightPx, saved } of first) {
    expect(await sharp(file).metadata()).toMatchObject({
      width: widthPx,
      height: heightPx,
      format: saved.startsWith('JPEG') ? 'jpeg' : 'png',
    });
    expect(alpha).toHaveLength(widthPx * heightPx);
    expect([alpha[0], Math.max(...alpha.subarray(0, widthPx)), alpha.includes(255)]).toEqual([0, 0, true]);
  }
});
