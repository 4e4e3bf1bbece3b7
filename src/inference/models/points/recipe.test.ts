/** Both recipes on graphs that are named as the published ones and compute something that a test can follow. */
import { describe, expect, it } from 'vitest';
import { lumaModel } from '../../../../testing/models/tiny.ts';
import { loadNativeRuntime } from '../native-runtime.ts';
import { declareFloats, makeFloats, makeIntegers, makeNode } from '../onnx/build.ts';
import { DataType, decodeModel, encodeModel, graphOf } from '../onnx/proto.ts';
import { preparePointDecoder } from './decoder.ts';
import { preparePointEncoder } from './encoder.ts';

const ort = await loadNativeRuntime();
const producer = 'edgematte tests';

/** Means of 16 × 16 pixels; the first three channels of the encoding are red, green and blue. */
function tinyEncoder(output = 'output'): Uint8Array {
  const weights = new Array<number>(256 * 3).fill(0);
  for (const channel of [0, 1, 2]) weights[channel * 4] = 1;
  const graph = {
    name: 'encoder',
    nodes: [
      makeNode('AveragePool', ['input'], 'means', { kernel_shape: [16, 16], strides: [16, 16] }),
      makeNode('Conv', ['means', 'weights'], output),
    ],
    initializers: [makeFloats('weights', weights, [256, 3, 1, 1])],
    inputs: [declareFloats('input', ['batch_size', 3, 1024, 1024])],
    outputs: [declareFloats(output, ['batch_size', 256, 64, 64])],
  };
  return encodeModel(graph, { producer, opset: 12 });
}

/**
 * Four maps of one score each: the sum of x of points that stay less that of rows that are none, the sum of all y, the number of
 * rows, and the mean of the encoding, with what stands for no mask of before.
 */
function tinyDecoder(candidates = '/Reshape_9_output_0'): Uint8Array {
  const graph = {
    name: 'decoder',
    nodes: [
      makeNode('Identity', ['mask_input'], '/Add_6_output_0'),
      makeNode('Add', ['image_embeddings', '/Add_6_output_0'], 'seen'),
      makeNode('ReduceMean', ['seen'], 'mean', { keepdims: 0 }),
      makeNode('Gather', ['point_coords', 'first'], 'xs', { axis: 2 }),
      makeNode('Gather', ['point_coords', 'second'], 'ys', { axis: 2 }),
      makeNode('Squeeze', ['xs', 'last'], 'x'),
      makeNode('Mul', ['x', 'point_labels'], 'x/weighed'),
      makeNode('ReduceSum', ['x/weighed'], 'x/sum', { keepdims: 0 }),
      makeNode('ReduceSum', ['ys'], 'y/sum', { keepdims: 0 }),
      makeNode('Size', ['point_labels'], 'count'),
      makeNode('Cast', ['count'], 'rows', { to: DataType.FLOAT }),
      ...['x/sum', 'y/sum', 'rows', 'mean'].map((value) => makeNode('Unsqueeze', [value, 'front'], `${value}/one`)),
      makeNode('Concat', ['x/sum/one', 'y/sum/one', 'rows/one', 'mean/one'], 'four', { axis: 0 }),
      makeNode('Mul', ['four', 'scales'], 'scores'),
      makeNode('Reshape', ['scores', 'maps'], 'scores/maps'),
      makeNode('Expand', ['scores/maps', 'size'], candidates),
      makeNode('ArgMax', [candidates], 'chosen', { axis: 1 }),
    ],
    initializers: [
      makeIntegers('first', [0]),
      makeIntegers('second', [1]),
      makeIntegers('last', [2]),
      makeIntegers('front', [0]),
      makeIntegers('maps', [1, 4, 1, 1]),
      makeIntegers('size', [1, 4, 256, 256]),
      makeFloats('scales', [1 / 256, 1 / 512, 1 / 8, 1], [4]),
      makeFloats('onnx::Mul_1919', new Array<number>(256).fill(0.25), [1, 256, 1, 1]),
    ],
    inputs: [
      declareFloats('image_embeddings', [1, 256, 64, 64]),
      declareFloats('point_coords', [1, 'num_points', 2]),
      declareFloats('point_labels', [1, 'num_points']),
      declareFloats('mask_input', [1, 1, 256, 256]),
    ],
    outputs: [declareFloats('chosen', [1, 1, 256, 256])],
  };
  return encodeModel(graph, { producer, opset: 17 });
}

type Row = readonly [x: number, y: number, label: number];

/** Rows as they are sent; undefined is padding. */
function pointsOf(rows: readonly (Row | undefined)[]): Uint8Array {
  const bytes = new Uint8Array(33 * 5).fill(255);
  for (const [at, row] of rows.entries()) {
    if (!row) continue;
    const [x, y] = [row[0] * 64, row[1] * 64];
    bytes.set([x >> 8, x & 255, y >> 8, y & 255, row[2]], at * 5);
  }
  return bytes;
}

const byteOf = (score: number) => Math.round(255 / (1 + Math.exp(-score)));

describe('the encoder', () => {
  const encode = async (colour: readonly number[]) => {
    const session = await ort.InferenceSession.create(preparePointEncoder(tinyEncoder()), { logSeverityLevel: 3 });
    const image = new Uint8Array(1024 * 1024 * 3).map((_, at) => colour[at % 3]);
    const { encoding } = await session.run({ image: new ort.Tensor('uint8', image, [1, 1024, 1024, 3]) });
    await session.release();
    const data = encoding.data as Float32Array;
    return { dims: encoding.dims, colour: [0, 1, 2].map((channel) => data[channel * 64 * 64 + 5]) };
  };

  it('normalises the picture as its authors do', async () => {
    const { dims, colour } = await encode([255, 0, 128]);
    expect(dims).toEqual([1, 256, 64, 64]);
    const expected = [(255 - 123.675) / 58.395, -116.28 / 57.12, (128 - 103.53) / 57.375];
    for (const [at, value] of expected.entries()) expect(colour[at]).toBeCloseTo(value, 4);
  });

  it('takes bars of the mean colour for nothing', async () => {
    for (const value of (await encode([124, 116, 104])).colour) expect(Math.abs(value)).toBeLessThan(0.01);
  });

  it.each([
    ['another network', lumaModel()],
    ['an output of another name', tinyEncoder('answer')],
  ])('refuses %s', (_what, file) => {
    expect(() => preparePointEncoder(file)).toThrow('it is not the encoder that this recipe is for');
  });
});

describe('the decoder', () => {
  const answer = async (rows: readonly (Row | undefined)[]) => {
    const session = await ort.InferenceSession.create(preparePointDecoder(tinyDecoder()), { logSeverityLevel: 3 });
    const encoding = new Float32Array(256 * 64 * 64).fill(0.5);
    const { masks } = await session.run({
      encoding: new ort.Tensor('float32', encoding, [1, 256, 64, 64]),
      points: new ort.Tensor('uint8', pointsOf(rows), [1, 33, 5]),
    });
    await session.release();
    const data = masks.data as Uint8Array;
    return { dims: masks.dims, scores: [0, 1, 2, 3].map((map) => data[map * 256 * 256 + 77]) };
  };
  const points = [
    [300.25, 700.5, 1],
    [10, 20.75, 0],
  ] as const satisfies readonly Row[];
  // The network adds half a pixel by itself; the row that is none stands at the corner with the label −1.
  const expected = [(299.75 + 0.5) / 256, (700 + 20.25 - 0.5) / 512, 3 / 8, 0.75].map(byteOf);

  it('gives all candidates of the places and labels of its points, and of one row that is none', async () => {
    const { dims, scores } = await answer(points);
    expect(dims).toEqual([1, 4, 256, 256]);
    expect(scores).toEqual(expected);
  });

  it('passes over padding, wherever it is', async () => {
    const [first, second] = points;
    expect((await answer([undefined, first, undefined, undefined, second])).scores).toEqual(expected);
  });

  it('takes as many points as there are rows but for the last', async () => {
    const many = Array.from({ length: 32 }, (): Row => [0.5, 0.5, 1]);
    expect((await answer(many)).scores[2]).toBe(byteOf(33 / 8));
  });

  it('asks for an encoding and points alone', () => {
    const { inputs, nodes } = graphOf(decodeModel(preparePointDecoder(tinyDecoder())));
    expect(inputs.map(({ name }) => name)).toEqual(['encoding', 'points']);
    expect(nodes.map(({ opType }) => opType)).not.toContain('ArgMax');
  });

  it.each([
    ['another network', lumaModel()],
    ['a graph without candidates', tinyDecoder('one')],
  ])('refuses %s', (_what, file) => {
    expect(() => preparePointDecoder(file)).toThrow('it is not the decoder that this recipe is for');
  });
});
