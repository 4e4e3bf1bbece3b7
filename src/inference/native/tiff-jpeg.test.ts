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

it.each([
  ['lossless', 0xc3],
  ['arithmetic', 0xc9],
])('names what is %s', async (_, marker) => {
  const rare = file.slice();
  const frame = rare.findIndex((byte, at) => byte === 0xff && rare[at + 1] === 0xc0);
  rare[frame + 1] = marker;
  const chunk = { at: 0, bytes: rare.length, heightPx };
  await expect(checkJpegChunks({ file: rare, fields: new Map() }, [chunk], widthPx, 100)).rejects.toThrow(
    'holds lossless or arithmetic JPEG',
  );
});

it('refuses strips whose codes together are more than twice their file', async () => {
  await expect(check(heightPx, heightPx - 1, heightPx - 2)).rejects.toThrow('damaged');
});
