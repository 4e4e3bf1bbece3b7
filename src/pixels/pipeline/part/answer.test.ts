/** Answers of a part of a picture, with networks that answer what a test says. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Task } from '../../../contract/operations.ts';
import { readRoi } from '../../../contract/roi.ts';
import type { ByteTensor, Networks, Tensor } from '../networks/networks.ts';
import { framePicture } from '../picture/frame.ts';
import { work } from '../work.ts';

const [widthPx, heightPx] = [120, 80];
/** The size that every network sees. */
const side = 32;
const roi = readRoi('60 20 100 60');
/** The box with 15 % around it. */
const seenPx = { left: 54, top: 14, right: 106, bottom: 66 };

const map = (name: string, value: number): Tensor => {
  return { name, datatype: 'UINT8', shape: [1, side, side], data: new Uint8Array(side * side).fill(value) };
};
const numbers = (name: string, width: number, values: number[]): Tensor => {
  return { name, datatype: 'FP32', shape: [1, values.length / width, width], data: Float32Array.from(values) };
};

/** Red is the matte; two vehicles, of which the left one is larger. */
function networks(type: number, boxes: number[]) {
  const shown: Record<string, ByteTensor> = {};
  const mattes: ByteTensor[] = [];
  const port: Networks = {
    async describe(model) {
      const channels = { matte: 3, 'image-type': 3, 'vehicle-detector': 3, 'car-parts': 5 }[model] ?? 4;
      return { inputs: [{ name: 'image', shape: [-1, side, side, channels] }], outputs: [] };
    },
    async infer(model, [input]) {
      shown[model] = input;
      switch (model) {
        case 'image-type':
          return [numbers('probabilities', 2, [type, 1 - type])];
        case 'matte':
          mattes.push(input);
          return [{ ...map('matte', 0), data: input.data.filter((_, at) => at % 3 === 0) } as Tensor];
        case 'vehicle-detector':
          return [
            numbers('boxes', 4, boxes),
            numbers('scores', 4, [0.9, 0, 0, 0, 0.6, 0, 0, 0].slice(0, boxes.length)),
          ];
        case 'car-parts':
          return [map('opacity', 255), map('glass', 0), map('car', 255)];
        case 'car-view':
          return [numbers('view', 2, [30, 5])];
        default:
          return [map('shadow', 255)];
      }
    },
  };
  return { port, shown, mattes };
}

/** A white square in the box, a red one beside it that may reach into the box, on black with a grain. */
function photo(redTo: number) {
  const isWhite = (x: number, y: number) => x >= 66 && x < 94 && y >= 26 && y < 54;
  const isRed = (x: number, y: number) => x >= 5 && x < redTo && y >= 10;
  const samples = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    const place = [pixel % widthPx, Math.floor(pixel / widthPx)] as const;
    return isWhite(...place) || (isRed(...place) && at % 3 === 0) ? 255 : pixel % 2;
  });
  return framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
}

async function answerOf(task: Task, type = 0.9, boxes = [0, 0, 0.5, 1, 0.2, 0.2, 0.8, 0.8], redTo = 45) {
  const { port, shown, mattes } = networks(type, boxes);
  const settings = { model: 'matte', upsampling: 'bilinear', refiner: false } as const;
  const result = await work(photo(redTo), port, settings, task, {
    jpeg: () => {
      throw new Error('Nobody asked for a JPEG');
    },
    webp: () => Promise.reject(new Error('Nobody asked for a WebP')),
  });
  const { data, info } = await sharp(await new Response(result.encoded).arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const alphaAt = (x: number, y: number) => data[(y * widthPx + x) * info.channels + info.channels - 1];
  const alpha = data.filter((_, at) => at % info.channels === info.channels - 1);
  return { result, shown, mattes, info, data, alpha, alphaAt };
}

const cutout = { kind: 'cutout', imageType: true, refine: false, cleanEdges: true, roi } as const satisfies Task;
const matte = { kind: 'matte', imageType: true, refine: false, roi } as const satisfies Task;
const car = { kind: 'car-cutout', windows: true, shadow: false, roi } as const satisfies Task;

describe('a part of a picture', () => {
  test.each([
    ['cutout', cutout],
    ['matte', matte],
    ['car', car],
  ])('%s: the answer has the size of the picture, and nothing outside of the box', async (_name, task) => {
    const { info, data, alphaAt } = await answerOf(task);
    expect([info.width, info.height]).toEqual([widthPx, heightPx]);
    expect(alphaAt(80, 40)).toBe(255);
    for (let at = 0; at < data.length; at++) {
      const [x, y] = [Math.floor(at / info.channels) % widthPx, Math.floor(at / info.channels / widthPx)];
      if (x < 60 || x >= 100 || y < 20 || y >= 60) expect(data[at], `${x},${y}`).toBe(0);
    }
  });

  test('matte and alpha of the cutout are the same', async () => {
    const [alphaOfCutout, grey] = [(await answerOf(cutout)).alpha, (await answerOf(matte)).alpha];
    expect(alphaOfCutout).toEqual(grey);
  });

  test('networks see the box with room around it', async () => {
    const { shown } = await answerOf(cutout);
    for (const model of ['matte', 'image-type']) {
      // The square in the box, of 28 pixels, in what they see of 52.
      const bright = shown[model].data.filter((value) => value > 128).length / 3;
      const { left, right } = seenPx;
      expect(bright / side ** 2, model).toBeCloseTo((28 / (right - left)) ** 2, 1);
    }
  });

  test('what reaches into the box is painted over, and the matte network sees what is left', async () => {
    const { mattes, alphaAt } = await answerOf({ ...matte, roi: readRoi('63 23 98 57') }, 0.9, [], 65);
    // Beyond the box: red, and then painted over by what is around it.
    const beyond = ((side / 2) * side + 1) * 3;
    expect(mattes.map(({ data }) => data[beyond] - data[beyond + 1] > 200)).toEqual([true, false]);
    expect([alphaAt(63, 40), alphaAt(80, 40)]).toEqual([0, 255]);
    expect((await answerOf(matte)).mattes).toHaveLength(1);
  });

  test('all of the picture is as if nothing was asked for', async () => {
    const all = await answerOf({ ...cutout, roi: readRoi('0 0 100% 100%') });
    const none = await answerOf({ ...cutout, roi: undefined });
    expect(all.data).toEqual(none.data);
    expect(all.alphaAt(20, 40)).toBe(255);
  });

  test('what is beside the box alone is not found', async () => {
    const beside = await answerOf({ ...matte, roi: readRoi('46 20 64 60') });
    expect(beside.result.subjectFound).toBe(false);
    expect((await answerOf(matte)).result.subjectFound).toBe(true);
  });

  test("a graphic is cut before the colour of the box's own border", async () => {
    const { alphaAt, shown, result } = await answerOf(cutout, 0.001);
    expect(Object.keys(shown)).toEqual(['image-type']);
    expect([alphaAt(80, 40), alphaAt(62, 22), alphaAt(20, 40)]).toEqual([255, 0, 0]);
    expect(result.subjectFound).toBe(true);
  });

  test('of cars the one that fits the box is meant, not the largest', async () => {
    const { shown } = await answerOf(car);
    // It sees the smaller box with its surroundings, which is bright in the middle.
    const [across, down] = [side / 2, side / 2];
    expect(shown['car-parts'].shape).toEqual([1, side, side, 5]);
    expect(shown['car-parts'].data[(down * side + across) * 5]).toBe(255);
  });

  test('a box that no vehicle overlaps has none', async () => {
    const answer = answerOf({ ...car, roi: readRoi('0 0 20 16') }, 0.9, [0.95, 0.95, 1, 1]);
    await expect(answer).rejects.toThrow('No vehicle was found in the image');
  });
});
