/** What the browser makes of a cutout, held against what the service makes of the same pixels. */
import { describe, expect, test } from 'vitest';
import { readOptions } from '../../../../contract/options.ts';
import { cutoutOutput, outputInBrowser, outputOptions } from '../../../../contract/output/options.ts';
import type { PictureOutput } from '../../../../contract/output/output.ts';
import { shadowInBrowser, shadowOf, shadowOptions } from '../../../../contract/output/shadow.ts';
import { gatheredRows } from '../../../../pixels/pipeline/output/encoders.ts';
import { finish } from '../../../../pixels/pipeline/output/finish.ts';
import type { Picture } from '../../../../pixels/pipeline/picture/picture.ts';
import type { RowWriter } from '../../../../pixels/pipeline/rows/compose.ts';
import { finishPixels, type Pixels } from './finish-pixels.ts';

const table = { ...outputOptions, ...shadowOptions };

/** A soft, coloured blob that leaves the picture below. */
function cutout(widthPx = 61, heightPx = 47): Pixels {
  const samples = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let at = 0; at < samples.length; at += 4) {
    const [x, y] = [(at / 4) % widthPx, Math.floor(at / 4 / widthPx)];
    const distance = Math.hypot(x - 25, y - 33);
    samples[at + 3] = (20 - distance) * 40;
    if (samples[at + 3] > 0) samples.set([x * 4, y * 5, 255 - x * 3], at);
  }
  return { widthPx, heightPx, samples };
}

function rowsOf({ widthPx, heightPx, samples }: Pixels): RowWriter {
  let at = 0;
  return {
    widthPx,
    heightPx,
    channels: 4,
    write(count, into) {
      into.set(samples.subarray(at, at + count * widthPx * 4));
      at += count * widthPx * 4;
    },
  };
}

function pictureOf({ widthPx, heightPx, samples }: Pixels): Picture {
  return {
    ...{ widthPx, heightPx, channels: 4, icc: null, close() {} },
    rows() {
      let row = 0;
      const stride = widthPx * 4;
      return {
        next(count) {
          row += count;
          return new Uint8Array(samples.buffer).subarray((row - count) * stride, row * stride);
        },
        skip(count) {
          row += count;
        },
      };
    },
  };
}

/** The output that options ask for. */
function outputOf(given: Readonly<Record<string, unknown>>): PictureOutput {
  const values = readOptions(table, new Map(Object.entries(given)));
  const { output } = cutoutOutput(values, shadowOf(values));
  if (!output) throw new Error('Nothing is asked for');
  return output;
}

/** The service's own pixels and framing: WebP is encoded of whole pixels, which are kept here. */
async function ofService(source: Pixels, output: PictureOutput, background?: Pixels) {
  let kept = new Uint8Array(0);
  const encoders = {
    jpeg: () => gatheredRows({ widthPx: 1, heightPx: 1 }, async () => new Uint8Array(0)),
    webp: async ({ samples }: { readonly samples: Uint8Array }) => {
      kept = samples.slice();
      return new TextEncoder().encode('RIFF\x04\x00\x00\x00WEBPVP8 ');
    },
  };
  const finished = await finish(
    { rows: rowsOf(source), alpha: () => rowsOf(source) },
    pictureOf(source),
    { ...output, format: 'webp' },
    encoders,
    background && pictureOf(background),
  );
  await new Response(finished.encoded).arrayBuffer().catch(() => {});
  return { samples: kept, framing: finished.output };
}

/** The largest difference as it is seen on black and on white. */
function difference(ours: Uint8ClampedArray, theirs: Uint8Array): number {
  expect(ours.length).toBe(theirs.length);
  let most = 0;
  for (let at = 0; at < ours.length; at += 4) {
    for (const under of [0, 255]) {
      for (let channel = at; channel < at + 3; channel++) {
        const seen = (pixels: ArrayLike<number>) =>
          (pixels[channel] * pixels[at + 3] + under * (255 - pixels[at + 3])) / 255;
        most = Math.max(most, Math.abs(seen(ours) - seen(theirs)));
      }
    }
  }
  return most;
}

describe('the browser makes what the service makes', () => {
  const cases: readonly Readonly<Record<string, unknown>>[] = [
    { background_color: '#ffffff' },
    { background_color: '#3366cc80' },
    { crop: 'subject' },
    { crop: 'subject', crop_margin: '10%' },
    { crop: 'subject', crop_margin: '20px 5%', crop_cut_sides: 'flush' },
    { aspect: '1:1' },
    { aspect: '3:4', scale: '85%' },
    { aspect: '4:3', scale: '50%', position: '50% 100%' },
    { max_size: '31' },
    { max_size: '17', crop: 'subject' },
    { shadow: 'drop' },
    { shadow: 'contact', shadow_opacity: '30' },
    { shadow: 'drop', aspect: '1:1', scale: '40%', max_size: '40', background_color: 'white' },
  ];

  test('of each option that it says it makes', () => {
    const made = Object.entries({ ...outputInBrowser, ...shadowInBrowser }).flatMap(([name, values]) =>
      values === false ? [] : [name],
    );
    // Files of a format are written by the browser's canvas.
    const elsewhere = ['output_format', 'output_quality', 'background_image'];
    expect([...new Set([...elsewhere, ...cases.flatMap(Object.keys)])].sort()).toEqual(made.sort());
  });

  test.each(cases)('of %j', async (given) => {
    const output = outputOf(given);
    const { pixels, framing } = finishPixels(cutout(), output);
    const expected = await ofService(cutout(), output);
    expect(framing).toEqual(expected.framing);
    expect(difference(pixels.samples, expected.samples)).toBeLessThanOrEqual(1);
  });

  test('of a picture under it, which covers all', async () => {
    const output = outputOf({ background_image: 'a file', aspect: '1:1' });
    const behind = cutout(30, 90);
    const { pixels } = finishPixels(cutout(), output, behind);
    const expected = await ofService(cutout(), output, behind);
    expect(difference(pixels.samples, expected.samples)).toBeLessThanOrEqual(1);
    expect(() => finishPixels(cutout(), output)).toThrow('there is none');
  });

  test('of nothing: no subject is cropped', () => {
    const empty = { widthPx: 4, heightPx: 3, samples: new Uint8ClampedArray(48) };
    const { pixels } = finishPixels(empty, outputOf({ crop: 'subject', shadow: 'drop' }));
    expect([pixels.widthPx, pixels.heightPx, Math.max(...pixels.samples)]).toEqual([4, 3, 0]);
  });

  test('of no more than a canvas holds', () => {
    const whole = { widthPx: 1700, heightPx: 1700, samples: new Uint8ClampedArray(1700 * 1700 * 4).fill(255) };
    expect(() => finishPixels(whole, outputOf({ scale: '10' }))).toThrow('cannot hold');
  });
});
