/** From rows to files: what is drawn when, and what the files hold. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../contract/options.ts';
import { cutoutOutput, outputOptions } from '../../../contract/output/options.ts';
import { shadowOf, shadowOptions } from '../../../contract/output/shadow.ts';
import { nativeEncoders } from '../../../inference/native/encoders.ts';
import { framePicture } from '../picture/frame.ts';
import { encodePng } from '../png/encode.ts';
import type { RowWriter } from '../rows/compose.ts';
import type { Encoders } from './encoders.ts';
import { finish } from './finish.ts';
import { rowsOf } from './testing/rows.ts';
import { readZip } from './testing/zip-reader.ts';

const [widthPx, heightPx] = [90, 70];
const icc = Uint8Array.from({ length: 333 }, (_, at) => (at * 5) & 255);
/** A disc in two colours, empty around it. */
const rgba = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, at) => {
  const [x, y] = [Math.floor(at / 4) % widthPx, Math.floor(at / 4 / widthPx)];
  const alpha = Math.max(0, Math.min(255, Math.round((20 - Math.hypot(x - 40, y - 30)) * 60)));
  return at % 4 === 3 ? alpha : alpha && [200, x * 2, 255 - y][at % 4];
});
const samples = new Uint8Array(widthPx * heightPx * 3);
const picture = framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc });

/** What is made, with the rows that were drawn, in order: `alpha` in a pass of its own, or `rows`. */
async function finished(given: Record<string, string>, encoders: Encoders = nativeEncoders) {
  const drawn: string[] = [];
  const noted = (name: string): RowWriter => {
    const rows = rowsOf(widthPx, heightPx, 4, rgba);
    return {
      ...rows,
      write(count, into) {
        drawn.push(name);
        rows.write(count, into);
      },
    };
  };
  const values = readOptions({ ...outputOptions, ...shadowOptions }, new Map(Object.entries(given)));
  const { output } = cutoutOutput(values, shadowOf(values));
  const result = { rows: noted('rows'), alpha: () => noted('alpha') };
  return { ...(await finish(result, picture, output, encoders)), drawn };
}

const fileOf = async (encoded: ReadableStream<Uint8Array>) => Buffer.from(await new Response(encoded).arrayBuffer());

it('without an output is the PNG of all rows, byte for byte', async () => {
  const { encoded, output, drawn } = await finished({});
  expect(output).toBeNull();
  expect(drawn).toEqual([]);
  const expected = await fileOf(encodePng(rowsOf(widthPx, heightPx, 4, rgba), icc));
  expect((await fileOf(encoded)).equals(expected)).toBe(true);
});

it('is on a picture where that is wanted, and is opaque', async () => {
  const { output } = cutoutOutput(readOptions(outputOptions, new Map([['crop', 'subject']])));
  if (!output) throw new Error('A crop is an output');
  const wanted = { ...output, background: 'picture' } as const;
  const plain = (value: number) =>
    framePicture({
      ...{ widthPx: 3, heightPx: 2, channels: 3, orientation: 1, icc },
      samples: new Uint8Array(18).fill(value),
    });
  const make = (under?: ReturnType<typeof plain>) => {
    const rows = () => rowsOf(widthPx, heightPx, 4, rgba);
    return finish({ rows: rows(), alpha: rows }, picture, wanted, nativeEncoders, under);
  };
  const { encoded, output: framing } = await make(plain(77));
  const { data, info } = await sharp(await fileOf(encoded))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([39, 39]);
  expect(framing).toMatchObject({ boxLeftPx: 21, boxTopPx: 11 });
  expect([...data.subarray(0, 4)]).toEqual([77, 77, 77, 255]);
  const middle = (19 * 39 + 19) * 4;
  expect([...data.subarray(middle, middle + 4)]).toEqual([200, 80, 225, 255]);
  await expect(make()).rejects.toThrow('there is none');
});

describe('the alpha', () => {
  it('is drawn first where the framing needs the subject', async () => {
    const { output, drawn } = await finished({ crop: 'subject' });
    expect(new Set(drawn)).toEqual(new Set(['alpha']));
    expect(output).toMatchObject({ boxLeftPx: 21, boxTopPx: 11, boxWidthPx: 39, boxHeightPx: 39 });
  });

  it('is drawn first where it casts a shadow, which changes no framing', async () => {
    for (const shadow of ['drop', 'contact']) {
      const { output, drawn } = await finished({ shadow });
      expect(new Set(drawn)).toEqual(new Set(['alpha']));
      expect(output).toMatchObject({ boxLeftPx: 0, boxTopPx: 0, boxWidthPx: widthPx, boxHeightPx: heightPx });
      expect((await finished({ shadow, crop: 'subject', crop_margin: '5' })).output).toEqual(
        (await finished({ crop: 'subject', crop_margin: '5' })).output,
      );
    }
  });

  it('is not drawn for itself where it does not', async () => {
    const others = [
      ['max_size', '20'],
      ['background_color', 'red'],
      ['output_format', 'webp'],
    ] as const;
    for (const [name, value] of others) {
      const { encoded, drawn } = await finished({ [name]: value });
      expect(drawn).toEqual([]);
      await fileOf(encoded);
      expect(new Set(drawn)).toEqual(new Set(['rows']));
    }
  });
});

describe('the file', () => {
  it.each([
    ['png', {}, 4],
    ['webp', { output_format: 'webp' }, 4],
    ['jpeg', { output_format: 'jpeg' }, 3],
  ])('is a %s with the profile of the picture', async (format, given, channels) => {
    const file = await fileOf((await finished({ ...given, crop: 'subject', crop_margin: '3' })).encoded);
    const metadata = await sharp(file).metadata();
    expect(metadata).toMatchObject({ format, width: 45, height: 45, channels });
    // libpng drops what is no profile.
    expect(format === 'png' ? file.includes('iCCP') : metadata.icc?.equals(icc)).toBe(true);
  });

  it('is a ZIP whose colours have the profile', async () => {
    const files = readZip(await fileOf((await finished({ output_format: 'zip' })).encoded));
    expect((await sharp(files.get('color.jpg')).metadata()).icc?.equals(icc)).toBe(true);
    const alpha = await sharp(files.get('alpha.png')).toColourspace('b-w').raw().toBuffer();
    expect(new Uint8Array(alpha)).toEqual(rgba.filter((_, at) => at % 4 === 3));
  });

  it('of a ZIP wastes nothing on what is hidden', async () => {
    const plain = await sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality: 90 })
      .withIccProfile('p3')
      .toBuffer();
    const files = readZip(await fileOf((await finished({ output_format: 'zip' })).encoded));
    expect(files.get('color.jpg')?.length).toBeLessThan(plain.length * 0.8);
  });

  it('is encoded when it is read, and a failure is that of its stream', async () => {
    const broken: Encoders = { ...nativeEncoders, webp: () => Promise.reject(new Error('No memory')) };
    const { encoded } = await finished({ output_format: 'webp' }, broken);
    await expect(fileOf(encoded)).rejects.toThrow('No memory');
  });

  it('that is left is made no further', async () => {
    const { encoded, drawn } = await finished({ output_format: 'zip' });
    const reader = encoded.getReader();
    await reader.read();
    const before = drawn.length;
    await reader.cancel();
    expect(drawn).toHaveLength(before);
  });
});
