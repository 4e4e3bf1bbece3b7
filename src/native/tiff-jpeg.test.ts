/** How many codes of JPEG strips may be walked. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { checkJpegChunks } from './tiff-jpeg.ts';

const [widthPx, heightPx] = [32, 16];
const file = new Uint8Array(
  await sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer(),
);

/** Checks strips of those heights that all share the codes of the one file. */
const check = (...heights: readonly number[]) =>
  checkJpegChunks(
    { file, fields: new Map() },
    heights.map((height) => ({ at: 0, bytes: file.length, heightPx: height })),
    widthPx,
    100,
  );

it('takes strips that share all codes, which count once, and the lower one at the bottom', async () => {
  await expect(check(heightPx, heightPx, heightPx, heightPx - 1)).resolves.toBeUndefined();
});

it('refuses strips whose codes together are more than twice their file', async () => {
  await expect(check(heightPx, heightPx - 1, heightPx - 2)).rejects.toThrow('damaged');
});
