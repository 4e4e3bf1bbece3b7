/** The refiner on small pictures: where it counts, how it is called, what it may not answer. */
import { describe, expect, test } from 'vitest';
import { type AlphaSource, alphaOf } from '../edges/alpha-source.ts';
import { type ByteTensor, NetworkFault, type Networks, type Tensor } from '../networks/networks.ts';
import { framePicture } from '../picture/frame.ts';
import type { Channels, Picture } from '../picture/picture.ts';
import { type Layer, LayerSampler, layerOver } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { refine } from './refine.ts';
import { mostTiles, tilesOfCall } from './room.ts';
import { softnessOf } from './softness.ts';

const tilePx = 64;

/** What a scripted refiner answers for one pixel of a tile. */
type Answer = (red: number, green: number, blue: number, coarse: number) => number;
const coarseAgain: Answer = (_red, _green, _blue, coarse) => coarse;
const redOfPhoto: Answer = (red) => red;

function refiner(answer: Answer, change: (output: ByteTensor) => Tensor | undefined = (output) => output) {
  const asked: ByteTensor[] = [];
  const counts = { described: 0, running: 0, mostRunning: 0 };
  const port: Networks = {
    async describe() {
      counts.described++;
      return { inputs: [{ name: 'tiles', shape: [-1, tilePx, tilePx, 4] }], outputs: [] };
    },
    async infer(_model, [input]) {
      // The caller gives the memory of its input back.
      asked.push({ ...input, data: input.data.slice() });
      counts.mostRunning = Math.max(counts.mostRunning, ++counts.running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      counts.running--;
      const data = Uint8Array.from({ length: input.data.length / 4 }, (_, at) =>
        answer(input.data[at * 4], input.data[at * 4 + 1], input.data[at * 4 + 2], input.data[at * 4 + 3]),
      );
      const output = change({ name: 'alpha', datatype: 'UINT8', shape: input.shape.slice(0, 3), data });
      return output ? [output] : [];
    },
  };
  return { port, asked, counts };
}

/** Red is a fine pattern, green and blue are not. */
const pattern = (x: number, y: number) => (x * 37 + y * 91 + ((x * y) >> 3)) & 255;

function photo(widthPx: number, heightPx: number, channels: Channels = 3, red = pattern): Picture {
  const samples = new Uint8Array(widthPx * heightPx * channels).fill(255);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += channels) samples.set([red(x, y), 10, 200], at);
  }
  return framePicture({ widthPx, heightPx, channels, samples, orientation: 1, icc: null });
}

/** A soft disc that touches no border. */
function disc(size: number): Matte {
  const samples = Uint8Array.from({ length: size * size }, (_, at) => {
    const [x, y] = [((at % size) + 0.5) / size - 0.5, (Math.floor(at / size) + 0.5) / size - 0.5];
    return 255 * Math.min(1, Math.max(0, (0.3 - Math.hypot(x, y)) * 3.3 + 0.5));
  });
  return { widthPx: size, heightPx: size, samples };
}

function read(picture: Picture, alpha: AlphaSource): Uint8Array {
  const { widthPx, heightPx, channels } = picture;
  const into = new Uint8Array(widthPx * heightPx);
  const sampler = alpha.sampler();
  const source = picture.rows();
  for (let y = 0; y < heightPx; y++) sampler.row(y, widthPx, into.subarray(y * widthPx), source.next(1), channels);
  return into;
}

/** Where an edge is wholly soft, at the size of a picture. */
function softOf(matte: Matte, picture: Picture): Uint8Array {
  const layer = layerOver(softnessOf(matte), picture);
  return read(picture, { looksAtPicture: false, sampler: () => new LayerSampler(layer) });
}

/** Alpha before and after. */
async function drawn(picture: Picture, layer: Layer, networks: Networks, guide: Uint8Array | null = null) {
  const alpha = alphaOf(layer, guide);
  const refined = await refine(picture, { layer, alpha, guided: guide !== null }, networks);
  return {
    before: read(picture, alpha),
    after: read(picture, refined.alpha),
    coarse: refined.layer,
    same: refined.alpha === alpha && refined.layer === layer,
    complete: refined.complete,
  };
}

function largestDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at])), 0);
}

describe('a refiner that gives its coarse alpha back', () => {
  test.each([
    [200, 150],
    [311, 307],
    [64, 64],
    [40, 33],
    [33, 200],
  ])('changes nothing of %ix%i pixels: tiles are where they were taken from', async (widthPx, heightPx) => {
    const picture = photo(widthPx, heightPx);
    const { port, asked } = refiner(coarseAgain);
    const { before, after } = await drawn(picture, layerOver(disc(32), picture), port);
    expect(asked.length).toBeGreaterThan(0);
    expect(largestDifference(before, after)).toBeLessThanOrEqual(1);
  });

  test('changes little where tiles are coarser than the picture', async () => {
    const picture = photo(1500, 1400);
    const { port } = refiner(coarseAgain);
    const { before, after } = await drawn(picture, layerOver(disc(32), picture), port);
    expect(largestDifference(before, after)).toBeLessThanOrEqual(3);
  });

  test('changes nothing of a crop', async () => {
    const picture = photo(300, 200);
    const region = { leftPx: 60, topPx: 10, widthPx: 177, heightPx: 161 };
    const { before, after } = await drawn(picture, { plane: disc(40), region, outside: 0 }, refiner(coarseAgain).port);
    expect(largestDifference(before, after)).toBeLessThanOrEqual(1);
  });
});

describe('a refiner that answers with the red of the photo', () => {
  test.each([3, 4] as const)(
    'has it drawn pixel by pixel wherever alpha was soft and it answers something else, %i channels',
    async (channels) => {
      const picture = photo(230, 190, channels);
      const { before, after } = await drawn(picture, layerOver(disc(32), picture), refiner(redOfPhoto).port);
      const wide = softOf(disc(32), picture);
      let soft = 0;
      before.forEach((alpha, at) => {
        if (alpha <= 5 || alpha >= 250) return;
        const answered = pattern(at % 230, Math.floor(at / 230));
        if (Math.abs(answered - alpha) > 32 && wide[at] === 255) {
          soft++;
          expect(after[at]).toBe(answered);
        } else expect((after[at] - alpha) * (after[at] - answered)).toBeLessThanOrEqual(0);
      });
      expect(soft).toBeGreaterThan(500);
    },
  );

  test('has what is certain and far from the edge left alone', async () => {
    const picture = photo(600, 600);
    const { before, after } = await drawn(picture, layerOver(disc(64), picture), refiner(redOfPhoto).port);
    for (const [x, y] of [
      [0, 0],
      [599, 599],
      [300, 300],
    ]) {
      expect(after[y * 600 + x]).toBe(before[y * 600 + x]);
    }
    expect(after).not.toEqual(before);
  });

  test('has it at the scale of the tiles where they would be too many, along edges or not', async () => {
    const gentle = (x: number, y: number) => 128 + 100 * Math.sin(x / 40) * Math.cos(y / 50);
    const picture = photo(1500, 1400, 3, gentle);
    const colours = new Uint8Array(32 * 32 * 3);
    for (const guide of [null, colours]) {
      const { port, asked } = refiner(redOfPhoto);
      const { before, after } = await drawn(picture, layerOver(disc(32), picture), port, guide);
      expect(asked.reduce((sum, { shape }) => sum + shape[0], 0)).toBeLessThanOrEqual(mostTiles);
      const wide = softOf(disc(32), picture);
      let most = 0;
      before.forEach((alpha, at) => {
        if (alpha <= 5 || alpha >= 250) return;
        const answered = gentle(at % 1500, Math.floor(at / 1500));
        if (Math.abs(answered - alpha) > 40 && wide[at] === 255) most = Math.max(most, Math.abs(after[at] - answered));
      });
      expect(most).toBeLessThan(4);
    }
  });
});

test('a part of it is refined alone, by as many tiles as it may have', async () => {
  const picture = photo(900, 900);
  const layer = layerOver(disc(64), picture);
  const left = { ...disc(64), samples: Uint8Array.from({ length: 64 * 64 }, (_, at) => (at % 64 < 32 ? 255 : 0)) };
  const { port, asked } = refiner(redOfPhoto);
  const coarse = { layer, alpha: alphaOf(layer), guided: false };
  const part = { weights: layerOver(left, picture), mostTiles: 3 };
  const refined = await refine(picture, coarse, port, undefined, part);
  expect(asked.reduce((sum, { shape }) => sum + shape[0], 0)).toBe(3);
  const [before, after] = [read(picture, coarse.alpha), read(picture, refined.alpha)];
  const changed = [...after.keys()].filter((at) => after[at] !== before[at]).map((at) => at % 900);
  // Between two pixels of the matte weights are read from both.
  expect(Math.max(...changed)).toBeLessThan(450 + 900 / 64);
  expect(changed.length).toBeGreaterThan(1000);
});

test('there is no seam around tiles', async () => {
  const picture = photo(600, 400, 3, () => 255);
  const { after } = await drawn(picture, layerOver(disc(64), picture), refiner(() => 200).port);
  let steepest = 0;
  after.forEach((alpha, at) => {
    const left = at % 600 === 0 ? alpha : after[at - 1];
    const above = at < 600 ? alpha : after[at - 600];
    steepest = Math.max(steepest, Math.abs(alpha - left), Math.abs(alpha - above));
  });
  // Over a sixteenth of its side the weight of a tile rises, at most twice as steep where that of another falls.
  expect(steepest).toBeLessThanOrEqual((2 * 200) / (tilePx / 16));
});

describe('the matte at its own size', () => {
  test.each([
    [300, 300],
    [311, 207],
    [50, 40],
  ])('is the same again from a refiner that gives back its coarse alpha of %ix%i pixels', async (widthPx, heightPx) => {
    const picture = photo(widthPx, heightPx);
    const layer = layerOver(disc(32), picture);
    const { coarse } = await drawn(picture, layer, refiner(coarseAgain).port);
    expect(coarse).toMatchObject({ region: layer.region, outside: 0, plane: { widthPx: 32, heightPx: 32 } });
    // Enlarged and reduced again: edges of so small a disc lose up to an eighth.
    expect(largestDifference(layer.plane.samples, coarse.plane.samples)).toBeLessThanOrEqual(32);
  });

  test('has the mean of what tiles answered, and nothing new beside them', async () => {
    const picture = photo(640, 640, 3, () => 90);
    const layer = layerOver(disc(64), picture);
    const { coarse } = await drawn(picture, layer, refiner(redOfPhoto).port);
    const coarseSoft = softnessOf(layer.plane).samples;
    layer.plane.samples.forEach((before, at) => {
      const after = coarse.plane.samples[at];
      // Beside a pixel that is less soft a little of the coarse alpha stays.
      if (coarseSoft[at] === 255 && Math.abs(before - 90) > 60) expect(Math.abs(after - 90)).toBeLessThanOrEqual(8);
      else expect((after - before) * (after - 90)).toBeLessThanOrEqual(0);
    });
    expect(coarse.plane.samples[32 * 64 + 32]).toBe(255);
    expect(coarse.plane.samples[0]).toBe(0);
  });
});

describe('calls', () => {
  test('take few tiles each, one after the other, and no more than a picture may have', async () => {
    const picture = photo(900, 900);
    const { port, asked, counts } = refiner(coarseAgain);
    await drawn(picture, layerOver(disc(64), picture), port);
    const tiles = asked.map(({ shape }) => shape[0]);
    expect(asked.length).toBeGreaterThan(1);
    expect(Math.max(...tiles)).toBe(tilesOfCall);
    expect(tiles.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(mostTiles);
    expect(counts).toMatchObject({ described: 1, mostRunning: 1 });
  });

  test.each([0, 100, 255])('are none for a matte of %i alone: it stays the very same', async (value) => {
    const picture = photo(300, 300);
    const { port, asked, counts } = refiner(redOfPhoto);
    const layer = layerOver({ ...disc(16), samples: new Uint8Array(256).fill(value) }, picture);
    const { same } = await drawn(picture, layer, port);
    expect([same, asked.length, counts.described]).toEqual([true, 0, 0]);
  });

  test('a picture smaller than a tile goes on with its last row and column', async () => {
    const picture = photo(30, 20);
    const { port, asked } = refiner(redOfPhoto);
    await drawn(picture, layerOver(disc(16), picture), port);
    const [{ data, shape }] = asked;
    expect(shape).toEqual([1, tilePx, tilePx, 4]);
    const at = (x: number, y: number) => [...data.subarray((y * tilePx + x) * 4, (y * tilePx + x) * 4 + 4)];
    expect(at(29, 19).slice(0, 3)).toEqual([pattern(29, 19), 10, 200]);
    expect(at(63, 63)).toEqual(at(29, 19));
    expect(at(7, 63)).toEqual(at(7, 19));
  });
});

describe('a refiner that does not answer as it should', () => {
  const picture = photo(100, 100);
  const layer = layerOver(disc(16), picture);
  test.each<[string, (output: ByteTensor) => Tensor | undefined]>([
    ['none', () => undefined],
    ['floats', (output) => ({ ...output, datatype: 'FP32', data: new Float32Array(output.data.length) })],
    ['another size', (output) => ({ ...output, shape: [output.shape[0], 32, 128] })],
    ['fewer tiles', (output) => ({ ...output, shape: [1, tilePx, tilePx], data: output.data.subarray(tilePx ** 2) })],
    ['fewer bytes', (output) => ({ ...output, data: output.data.subarray(1) })],
  ])('%s: the edge stays as it was drawn, and the answer says so', async (_what, change) => {
    const { same, complete } = await drawn(picture, layer, refiner(redOfPhoto, change).port);
    expect([same, complete]).toEqual([true, false]);
  });

  test.each([[[-1, 64, 64, 3]], [[-1, 64, 32, 4]]])('a network that takes %j is not asked', async (shape) => {
    const { port, asked } = refiner(redOfPhoto);
    const describe = async () => ({ inputs: [{ name: 'tiles', shape }], outputs: [] });
    const { same, complete } = await drawn(picture, layer, { ...port, describe });
    expect([same, complete, asked.length]).toEqual([true, false, 0]);
  });

  test('what was answered before counts, and no more is asked', async () => {
    const large = photo(900, 900);
    const { port, asked } = refiner(redOfPhoto);
    const infer: Networks['infer'] = async (model, inputs) => {
      const outputs = await port.infer(model, inputs);
      if (asked.length > 1) throw new NetworkFault('unavailable', 'full');
      return outputs;
    };
    const { before, after, complete } = await drawn(large, layerOver(disc(64), large), { ...port, infer });
    expect([complete, asked.length]).toEqual([false, 2]);
    expect(after).not.toEqual(before);
  });

  test('another failure is that of the request', async () => {
    const infer = () => Promise.reject(new TypeError('ours'));
    await expect(drawn(picture, layer, { ...refiner(redOfPhoto).port, infer })).rejects.toThrow(TypeError);
  });

  test('all its calls have half of the time that is left', async () => {
    const { port, asked } = refiner(redOfPhoto);
    const shares: number[] = [];
    const within = (share: number) => {
      shares.push(share);
      return port;
    };
    const never = () => Promise.reject(new Error('asked without a limit'));
    await drawn(picture, layer, { describe: never, infer: never, within });
    expect([shares, asked.length]).toEqual([[0.5], 1]);
  });
});
