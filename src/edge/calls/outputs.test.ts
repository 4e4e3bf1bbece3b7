/** Every option of an output on both lanes, compared with libvips' edit of the PNG that comes without it. */
import { describe, expect, test } from 'vitest';
import {
  alphaAt,
  alphas,
  type Box,
  boxed,
  car,
  disc,
  type Given,
  high,
  type Lane,
  lanes,
  pixelsOf,
  psnr,
  raw,
  readSamples,
  sendJson,
  subjectOf,
  wide,
} from '../../../test/pixels/outputs.ts';
import { declareSender } from '../../../test/pixels/sender.ts';
import { encode, paint } from '../../../testing/photos.ts';
import { readZip } from '../../pixels/pipeline/output/testing/zip-reader.ts';

const { made, send } = declareSender();

const scenes = [
  ['image-without-background', async () => disc],
  ['car-image-without-background', car],
  ['alpha-channel', async () => disc],
] as const;
const cases = scenes.flatMap(([operation, scene]) =>
  (Object.keys(lanes) as Lane[]).map((lane) => ({
    operation,
    lane,
    file: async () => encode(await scene(), lanes[lane]),
  })),
);

/** Geometry, and the box that it means for a subject. */
const framings: readonly [Given, (subject: Box) => Box][] = [
  [{ crop: 'subject' }, (subject) => subject],
  [{ crop: 'subject', crop_margin: '12' }, ([x, y, w, h]) => [x - 12, y - 12, w + 24, h + 24]],
  [
    { crop: 'subject', crop_margin: '50%' },
    ([x, y, w, h]) => [
      x - Math.round(w / 2),
      y - Math.round(h / 2),
      w + 2 * Math.round(w / 2),
      h + 2 * Math.round(h / 2),
    ],
  ],
  [{ crop: 'subject', crop_margin: '1 2px 3 4px' }, ([x, y, w, h]) => [x - 4, y - 1, w + 6, h + 4]],
  [
    { position: 'center' },
    ([x, y, w, h]) => [x - Math.round((wide - w) / 2), y - Math.round((high - h) / 2), wide, high],
  ],
  [{ position: '0% 100%' }, ([x, y, , h]) => [x, y - (high - h), wide, high]],
  [{ aspect: '2:1' }, ([x, y, w, h]) => [x - Math.round((360 - w) / 2), y - Math.round((high - h) / 2), 360, high]],
  [
    { scale: '50%', aspect: '1:1', crop: 'subject', position: '50% 0%' },
    ([x, y, w, h]) => {
      const side = Math.max(w, h) * 2;
      return [x - Math.round((side - w) / 2), y, side, side];
    },
  ],
];

describe.each(cases)('$operation, $lane lane', ({ operation, file }) => {
  const plain = async () => readSamples((await made(operation, await file())).file);

  test('without an option says nothing of an output', async () => {
    const { type, size, box } = await made(operation, await file(), { crop: 'none', position: 'original' });
    expect({ type, size, box }).toEqual({ type: 'image/png', size: null, box: null });
  });

  test.each(framings)('%j is what libvips cuts and extends', async (given, boxFor) => {
    const whole = await plain();
    const box = boxFor(subjectOf(whole));
    const answer = await made(operation, await file(), given);
    expect([answer.box, answer.size, answer.type]).toEqual([box.join(), box.slice(2).join(), 'image/png']);
    const found = await readSamples(answer.file);
    const expected = await boxed(whole, box);
    expect([found.widthPx, found.heightPx]).toEqual([expected.widthPx, expected.heightPx]);
    expect(found.data.equals(expected.data)).toBe(true);
  });

  test('a smaller size is the area means of libvips', async () => {
    const whole = await plain();
    const answer = await made(operation, await file(), { max_size: '80' });
    expect([answer.box, answer.size]).toEqual([`0,0,${wide},${high}`, '80,60']);
    const found = await readSamples(answer.file);
    const means = await raw(whole)
      .convolve({ width: 3, height: 3, kernel: new Array(9).fill(1) })
      .toColourspace(whole.channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer();
    const { channels } = whole;
    let furthest = 0;
    for (let pixel = 0; pixel < 80 * 60; pixel++) {
      const middle = (Math.floor(pixel / 80) * 3 + 1) * wide + (pixel % 80) * 3 + 1;
      const opacity = means[middle * channels + channels - 1] / 255;
      for (let channel = 0; channel < channels; channel++) {
        const apart = Math.abs(found.data[pixel * channels + channel] - means[middle * channels + channel]);
        furthest = Math.max(furthest, apart * (channel === channels - 1 ? 1 : opacity));
      }
    }
    expect(furthest).toBeLessThanOrEqual(2);
  });
});

describe.each(cases.filter(({ operation }) => operation !== 'alpha-channel'))(
  '$operation, $lane lane, formats',
  ({ operation, file }) => {
    const geometry = { crop: 'subject', crop_margin: '5%' };

    test.each(['white', '#2060a0'])('a background of %s is as libvips flattens', async (color) => {
      const whole = await pixelsOf((await made(operation, await file())).file);
      const answer = await made(operation, await file(), { background_color: color });
      expect([answer.box, answer.size]).toEqual([`0,0,${wide},${high}`, `${wide},${high}`]);
      const found = await pixelsOf(answer.file);
      const flat = await raw(whole).flatten({ background: color }).raw().toBuffer();
      let furthest = 0;
      for (let at = 0; at < found.data.length; at++) {
        const expected = at % 4 === 3 ? 255 : flat[Math.floor(at / 4) * 3 + (at % 4)];
        furthest = Math.max(furthest, Math.abs(found.data[at] - expected));
      }
      expect(furthest).toBeLessThanOrEqual(1);
    });

    test('a translucent background leaves opaque pixels alone and shows through the rest', async () => {
      const whole = await pixelsOf((await made(operation, await file())).file);
      const found = await pixelsOf((await made(operation, await file(), { background_color: '#ff000080' })).file);
      let furthest = 0;
      const wrong: number[] = [];
      for (let pixel = 0; pixel < wide * high; pixel++) {
        const own = alphaAt(whole, pixel);
        furthest = Math.max(furthest, Math.abs(alphaAt(found, pixel) - (own + ((255 - own) * 128) / 255)));
        if (own === 0 && found.data[pixel * 4] !== 255) wrong.push(pixel);
        if (own === 255 && found.data.readUInt32BE(pixel * 4) !== whole.data.readUInt32BE(pixel * 4)) wrong.push(pixel);
      }
      expect(furthest).toBeLessThanOrEqual(0.5);
      expect(wrong).toEqual([]);
    });

    test.each([90, 50])('a WebP of quality %i has the exact alpha, and colours like libvips’', async (quality) => {
      const png = await pixelsOf((await made(operation, await file(), geometry)).file);
      const given = { ...geometry, output_format: 'webp', output_quality: String(quality) };
      const { type, file: webp } = await made(operation, await file(), given);
      expect(type).toBe('image/webp');
      const found = await pixelsOf(webp);
      expect(alphas(found).equals(alphas(png))).toBe(true);
      const peer = await pixelsOf(await raw(png).webp({ quality }).toBuffer());
      expect(psnr(found, png)).toBeGreaterThan(psnr(peer, png) - 0.5);
    });

    test.each([90, 50])('a JPEG of quality %i is on white, with colours like libvips’', async (quality) => {
      const png = await pixelsOf(
        (await made(operation, await file(), { ...geometry, background_color: 'white' })).file,
      );
      const given = { ...geometry, output_format: 'jpeg', output_quality: String(quality) };
      const { type, file: jpeg } = await made(operation, await file(), given);
      expect(type).toBe('image/jpeg');
      const peer = await pixelsOf(await raw(png).removeAlpha().jpeg({ quality }).toBuffer());
      expect(psnr(await pixelsOf(jpeg), png)).toBeGreaterThan(psnr(peer, png) - 0.5);
    });

    test('a ZIP has the exact alpha, the colours and what is known', async () => {
      const cropped = await made(operation, await file(), geometry);
      const png = await pixelsOf(cropped.file);
      const { type, file: zip, box, size } = await made(operation, await file(), { ...geometry, output_format: 'zip' });
      expect([type, box, size]).toEqual(['application/zip', cropped.box, cropped.size]);
      const files = readZip(zip);
      expect([...files.keys()]).toEqual(['alpha.png', 'color.jpg', 'manifest.json']);
      const alpha = await readSamples(files.get('alpha.png') ?? zip);
      expect(alpha.channels).toBe(1);
      expect(alpha.data.equals(alphas(png))).toBe(true);
      const colours = await pixelsOf(files.get('color.jpg') ?? zip);
      const peer = await pixelsOf(await raw(png).removeAlpha().jpeg({ quality: 90 }).toBuffer());
      expect(psnr(colours, png)).toBeGreaterThan(psnr(peer, png) - 0.5);
      expect(JSON.parse(String(files.get('manifest.json')))).toEqual({
        color: 'color.jpg',
        alpha: 'alpha.png',
        input_dimensions: [wide, high],
        output_dimensions: size?.split(',').map(Number),
        crop_box: box?.split(',').map(Number),
      });
    });
  },
);

describe('both lanes', () => {
  const given = { crop: 'subject', crop_margin: '10%', max_size: '77', background_color: '#12345678' };

  test.each(scenes)('give the same picture of %s before it is encoded', async (operation, scene) => {
    const { background_color: _colour, ...geometry } = given;
    const options = operation === 'alpha-channel' ? geometry : given;
    const of = async (lane: Lane) => made(operation, await encode(await scene(), lanes[lane]), options);
    const [edge, image] = [await of('edge'), await of('image')];
    expect([edge.box, edge.size]).toEqual([image.box, image.size]);
    expect((await readSamples(edge.file)).data.equals((await readSamples(image.file)).data)).toBe(true);
  });

  test('give a matte that is the alpha of the cutout', async () => {
    const { background_color: _colour, ...options } = given;
    for (const format of Object.values(lanes)) {
      const file = await encode(disc, format);
      const cutout = await pixelsOf((await made('image-without-background', file, options)).file);
      const matte = await readSamples((await made('alpha-channel', file, options)).file);
      expect(matte.data.equals(alphas(cutout))).toBe(true);
    }
  });

  test.each([
    ['image-without-background', { output_format: 'webp', crop: 'subject' }],
    ['alpha-channel', { max_size: '100', scale: '50%' }],
    ['car-image-without-background', { output_format: 'zip', aspect: '1:1' }],
  ] as const)('give the bytes of %s in JSON too', async (operation, options) => {
    for (const format of Object.values(lanes)) {
      const file = await encode(operation.startsWith('car') ? await car() : disc, format);
      const { file: bytes, size, box } = await made(operation, file, options);
      const inJson = await sendJson(send, operation, file, options);
      expect(inJson.file.equals(bytes)).toBe(true);
      expect([inJson.size, inJson.box]).toEqual([size, box]);
    }
  });
});

describe.each(Object.values(lanes))('at the borders, as %s', (format) => {
  test('a subject of one pixel is one pixel', async () => {
    const one = paint(60, 40, 4, (x, y) => [255, 255, 255, x === 59 && y === 7 ? 255 : 0]);
    const answer = await made('image-without-background', await encode(one, format), { crop: 'subject' });
    expect([answer.box, answer.size]).toEqual(['59,7,1,1', '1,1']);
    const half = await made('alpha-channel', await encode(one, format), { crop: 'subject', crop_margin: '50%' });
    expect([half.box, half.size]).toEqual(['58,6,3,3', '3,3']);
    expect((await readSamples(half.file)).data.filter((value) => value > 0)).toHaveLength(1);
  });

  test('a subject at the frame keeps its margin beyond it', async () => {
    const white = paint(60, 40, 3, () => [255, 255, 255]);
    const given = { crop: 'subject', crop_margin: '10px', output_format: 'jpeg', background_color: '#f00' };
    const answer = await made('image-without-background', await encode(white, format), given);
    expect([answer.box, answer.size]).toEqual(['-10,-10,80,60', '80,60']);
    const { data } = await pixelsOf(answer.file);
    for (const [x, y, green] of [
      [2, 2, 0],
      [77, 57, 0],
      [40, 30, 255],
    ]) {
      expect(Math.abs(data[(y * 80 + x) * 4 + 1] - green)).toBeLessThan(12);
    }
  });

  test('an empty matte is not cropped', async () => {
    const black = paint(60, 40, 3, () => [0, 0, 0]);
    const given = { crop: 'subject', crop_margin: '50%', output_format: 'webp' };
    const answer = await made('image-without-background', await encode(black, format), given);
    expect(answer).toMatchObject({ box: '0,0,60,40', size: '60,40', wasFound: false });
    expect(alphas(await pixelsOf(answer.file)).every((value) => value === 0)).toBe(true);
  });
});
