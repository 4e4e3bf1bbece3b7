/** The encoders in the runtime that they are for, read back by the decoders beside them. */
import { expect, test } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import type { WholePicture } from '../pipeline/output/encoders.ts';
import { wholeFile } from '../pipeline/output/testing/whole-file.ts';
import { probe } from '../pipeline/probe/probe.ts';
import { edgeEncoders } from './encoders.ts';
import { createEdgePictures } from './pictures.ts';

const [widthPx, heightPx] = [161, 97];
/** A soft disc on a gradient; every alpha occurs. */
const samples = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, at) => {
  const [x, y] = [Math.floor(at / 4) % widthPx, Math.floor(at / 4 / widthPx)];
  if (at % 4 === 3) return Math.max(0, Math.min(255, (60 - Math.hypot(x - 80, y - 48)) * 6));
  return [x, y * 2, 255 - x][at % 4];
});
const picture: WholePicture = { widthPx, heightPx, samples };

const jpegOf = (quality: number) => wholeFile(edgeEncoders.jpeg(picture, quality, 'one'), picture);

/** As RGBA. */
async function decoded(file: Uint8Array): Promise<Uint8Array> {
  const bytes = new Uint8Array(file);
  const opened = await createEdgePictures(defaultLimits).open(bytes, probe(bytes));
  expect([opened.widthPx, opened.heightPx]).toEqual([widthPx, heightPx]);
  const rows = opened.rows().next(heightPx);
  if (opened.channels === 4) return rows;
  return Uint8Array.from(samples, (_, at) => (at % 4 === 3 ? 255 : rows[Math.floor(at / 4) * 3 + (at % 4)]));
}

/** Mean difference of colours, weighted by alpha. */
function difference(pixels: Uint8Array, weighted: boolean): number {
  let [sum, weights] = [0, 0];
  for (let at = 0; at < samples.length; at++) {
    if (at % 4 === 3) continue;
    const weight = weighted ? samples[at - (at % 4) + 3] : 1;
    sum += Math.abs(pixels[at] - samples[at]) * weight;
    weights += weight;
  }
  return sum / weights;
}

test('a JPEG has the colours, whatever the alpha', async () => {
  const jpeg = await jpegOf(90);
  expect(probe(new Uint8Array(jpeg))).toMatchObject({ format: 'jpeg', wholeFrame: false });
  expect(difference(await decoded(jpeg), false)).toBeLessThan(2);
});

test('a WebP has the colours of what is seen, and the exact alpha', async () => {
  const pixels = await decoded(await edgeEncoders.webp(picture, 90));
  expect(difference(pixels, true)).toBeLessThan(3);
  const alpha = (of: Uint8Array) => of.filter((_, at) => at % 4 === 3);
  expect(alpha(pixels)).toEqual(alpha(samples));
});

test('quality makes files longer', async () => {
  for (const encode of [jpegOf, (quality: number) => edgeEncoders.webp(picture, quality)]) {
    const [low, high] = [await encode(20), await encode(100)];
    expect(high.length).toBeGreaterThan(low.length * 1.3);
  }
});
