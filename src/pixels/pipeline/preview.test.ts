/** Previews: scaled down before the networks see them, and reported in pixels of the full picture. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Task } from '../../contract/operations.ts';
import { noMargin } from '../../contract/output/margin.ts';
import type { PictureOutput } from '../../contract/output/output.ts';
import { readRoi } from '../../contract/roi.ts';
import type { Networks } from './networks/networks.ts';
import { framePicture } from './picture/frame.ts';
import type { Channels, Picture } from './picture/picture.ts';
import { previewOf } from './preview.ts';
import { work } from './work.ts';

const output: PictureOutput = {
  ...{ format: 'png', quality: 90, background: null, shadow: null, crop: false, margin: noMargin, flush: false },
  ...{ position: 'original', aspect: null, scale: null, maxSizePx: null },
  ...{ mostPixels: 250_000, isPreview: true, tellsSubject: true },
};
const cutout = { kind: 'cutout', imageType: false, refine: true, cleanEdges: false, output } as const satisfies Task;

/** A white box on black with noise, `passes` times read. */
function photo(widthPx: number, heightPx: number, channels: Channels = 3) {
  const samples = new Uint8Array(widthPx * heightPx * channels);
  for (let pixel = 0; pixel < widthPx * heightPx; pixel++) {
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    const isIn = x >= widthPx / 4 && x < widthPx / 2 && y >= heightPx / 4 && y < heightPx / 2;
    for (let channel = 0; channel < 3; channel++) {
      samples[pixel * channels + channel] = isIn ? 255 : (Math.imul(pixel + channel, 2654435761) >>> 27) & 15;
    }
    if (channels === 4) samples[pixel * channels + 3] = x < widthPx / 8 ? 0 : 255;
  }
  const framed = framePicture({ widthPx, heightPx, channels, samples, orientation: 1, icc: null });
  const counted = { passes: 0 };
  const picture: Picture = {
    ...framed,
    rows() {
      counted.passes++;
      return framed.rows();
    },
  };
  return { picture, counted, samples };
}

/** Brightness is the matte. */
const networks: Networks = {
  async describe(model) {
    const side = model === 'matte-refiner' ? 256 : 64;
    return { inputs: [{ name: 'image', shape: [-1, side, side, model === 'matte-refiner' ? 4 : 3] }], outputs: [] };
  },
  async infer(model, [input]) {
    if (model === 'image-type') {
      return [{ name: 'probabilities', datatype: 'FP32', shape: [1, 2], data: Float32Array.of(0.9, 0.1) }];
    }
    const data = Uint8Array.from({ length: 64 * 64 }, (_, at) => input.data[at * 3]);
    return [{ name: 'matte', datatype: 'UINT8', shape: [1, 64, 64], data }];
  },
};
const never = (): never => {
  throw new Error('Nobody asked for it');
};

async function answerOf(picture: Picture, task: Task) {
  const settings = { model: 'matte', upsampling: 'guided', refiner: false } as const;
  const result = await work(picture, networks, settings, task, { jpeg: never, webp: never });
  const { width, height } = await sharp(await new Response(result.encoded).arrayBuffer()).metadata();
  return { result, size: [width, height] };
}

describe('a preview', () => {
  test('reads the full picture once, whatever sees it afterwards', async () => {
    const { picture, counted } = photo(1600, 1200);
    const { size } = await answerOf(picture, cutout);
    expect([size, counted.passes]).toEqual([[577, 433], 1]);
    const whole = photo(1600, 1200);
    await answerOf(whole.picture, { ...cutout, output: { ...output, isPreview: false } });
    expect(whole.counted.passes).toBeGreaterThan(1);
  });

  test.each([3, 4] as const)('of %i channels has the means of its pixels', async (channels) => {
    const { picture, samples } = photo(1200, 1000, channels);
    const small = (await previewOf(picture, { ...cutout, output: { ...output, mostPixels: 300_000 } }))?.picture;
    expect(small).toMatchObject({ widthPx: 600, heightPx: 500, channels });
    const rows = small?.rows().next(500) ?? new Uint8Array(0);
    for (const [x, y] of [
      [5, 7],
      [149, 124],
      [150, 125],
      [299, 200],
      [599, 499],
    ]) {
      for (let channel = 0; channel < channels; channel++) {
        const at = (dx: number, dy: number) => samples[((2 * y + dy) * 1200 + 2 * x + dx) * channels + channel];
        const mean = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
        const isSeen = channels === 3 || x >= 75;
        const given = rows[(y * 600 + x) * channels + channel];
        expect(Math.abs(given - (isSeen ? mean : 0)), `${x},${y},${channel}`).toBeLessThanOrEqual(0.5);
      }
    }
  });

  test('reports the box of the subject in the full picture', async () => {
    const { result } = await answerOf(photo(1600, 1200).picture, cutout);
    for (const [side, px] of Object.entries({ leftPx: 400, topPx: 300, widthPx: 400, heightPx: 300 })) {
      expect(Math.abs((result.subject?.[side as 'leftPx'] ?? 0) - px), side).toBeLessThan(40);
    }
    expect(result.output).toMatchObject({ widthPx: 577, heightPx: 433, boxWidthPx: 1600, boxHeightPx: 1200 });
  });

  test('has a box and a margin in pixels of the full picture', async () => {
    const margin = { ...noMargin, top: { value: 40, unit: 'px' }, left: { value: 10, unit: '%' } } as const;
    const asked = { ...cutout, roi: readRoi('400 300 50% 600'), output: { ...output, crop: true, margin } };
    const { task } = (await previewOf(photo(1600, 1200).picture, asked)) ?? {};
    const px = (value: number) => ({ value, unit: 'px' });
    expect(task?.roi).toEqual({ left: px(144), top: px(108), right: px(289), bottom: px(217) });
    expect(task && 'output' in task && task.output?.margin.left).toEqual({ value: 10, unit: '%' });
    expect(task && 'output' in task ? task.output?.margin.top.value : 0).toBeCloseTo((40 * 433) / 1200);
  });

  test('has a box that is small in the full picture, and refuses one that covers too little', async () => {
    const { picture } = photo(4000, 3000);
    for (const text of ['0 0 16 16', '3984 2984 4000 3000', '2000 1500 2016 1516']) {
      const { task } = (await previewOf(picture, { ...cutout, roi: readRoi(text) })) ?? {};
      const { left, top, right, bottom } = task?.roi ?? readRoi('0 0 0 0');
      expect([right.value - left.value, bottom.value - top.value]).toEqual([16, 16]);
      expect(Math.min(left.value, top.value)).toBeGreaterThanOrEqual(0);
      expect([right.value <= 577, bottom.value <= 433]).toEqual([true, true]);
    }
    await expect(answerOf(picture, { ...cutout, roi: readRoi('0 0 15 15') })).rejects.toThrow('at least 16x16');
  });

  test('is none of a picture that is small, and of a task that asks for none', async () => {
    expect(await previewOf(photo(500, 500).picture, cutout)).toBeNull();
    expect(
      await previewOf(photo(1600, 1200).picture, { ...cutout, output: { ...output, isPreview: false } }),
    ).toBeNull();
    expect(await previewOf(photo(1600, 1200).picture, { ...cutout, output: undefined })).toBeNull();
  });

  test('of a very long picture is no thinner than a box may be', async () => {
    const { picture } = photo(20_000, 20);
    expect((await previewOf(picture, cutout))?.picture).toMatchObject({ widthPx: 16_000, heightPx: 16 });
    const { size } = await answerOf(picture, cutout);
    expect((size[0] ?? 0) * (size[1] ?? 0)).toBeLessThan(255_000);
  });
});
