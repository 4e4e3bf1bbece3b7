import { describe, expect, it } from 'vitest';
import { generator } from '../../../../testing/random.ts';
import { loadNativeRuntime } from '../native-runtime.ts';
import { declareFloats, declareUint8, makeByte, makeFloats, makeNode } from '../onnx/build.ts';
import { encodeModel, type Graph } from '../onnx/proto.ts';
import { isOfTaps, writeTaps } from './taps.ts';

const ort = await loadNativeRuntime();
const random = generator(11);
const [channels, height, width] = [8, 6, 7];
const steps = { scale: 0.05, zeroPoint: 30 };
const weights = makeFloats(
  'w',
  Array.from({ length: channels * 9 }, () => random() - 0.5),
  [1, channels, 3, 3],
);
const attributes = { kernel_shape: [3, 3], pads: [1, 1, 1, 1] };
const node = makeNode('Conv', ['x', 'w', 'b'], 'y', attributes);
const back = makeNode('DequantizeLinear', ['x/bytes', 'x/scale', 'x/zero'], 'x');

async function answerOf(nodes: Graph['nodes'], constants: Graph['initializers']): Promise<Float32Array> {
  const graph = {
    name: 'last',
    nodes,
    initializers: [
      ...constants,
      makeFloats('b', [0.25], [1]),
      makeFloats('x/scale', [steps.scale]),
      makeByte('x/zero', steps.zeroPoint),
    ],
    inputs: [declareUint8('x/bytes', ['N', channels, 'H', 'W'])],
    outputs: [declareFloats('y', ['N', 1, 'H', 'W'])],
  };
  const file = encodeModel(graph, { producer: 'tests', opset: 15 });
  const session = await ort.InferenceSession.create(file, { extra: { session: { x64quantprecision: '1' } } });
  const bytes = Uint8Array.from({ length: 2 * channels * height * width }, (_, at) => (at * 53) % 256);
  const picture = new ort.Tensor('uint8', bytes, [2, channels, height, width]);
  return (await session.run({ 'x/bytes': picture })).y.data as Float32Array;
}

describe('a convolution by its taps', () => {
  it.each([127, 63] as const)('says what it said, as near as weights up to %d are, borders too', async (greatest) => {
    const exact = await answerOf([back, node], [weights]);
    const taps = writeTaps({ node, weights, steps }, greatest);
    const near = await answerOf(taps.nodes, taps.constants);
    const off = exact.map((value, at) => Math.abs(value - near[at]));
    const spread = Math.max(...exact) - Math.min(...exact);
    expect(spread).toBeGreaterThan(5);
    expect(Math.max(...off) / spread).toBeLessThan(1.3 / greatest);
    expect(Math.max(...off)).toBeGreaterThan(0);
  });

  it.each<[string, Parameters<typeof isOfTaps>]>([
    ['to two channels', [node, makeFloats('w', Array(2 * channels * 9).fill(0), [2, channels, 3, 3])]],
    ['of one pixel', [node, makeFloats('w', Array(channels).fill(0), [1, channels, 1, 1])]],
    ['with a stride', [makeNode('Conv', ['x', 'w', 'b'], 'y', { ...attributes, strides: [2, 2] }), weights]],
    ['with holes', [makeNode('Conv', ['x', 'w', 'b'], 'y', { ...attributes, dilations: [2, 2] }), weights]],
    ['without a border', [makeNode('Conv', ['x', 'w', 'b'], 'y', { kernel_shape: [3, 3] }), weights]],
    ['without a bias', [makeNode('Conv', ['x', 'w'], 'y', attributes), weights]],
    ['without weights', [node, undefined]],
  ])('is none %s', (_, [other, tensor]) => {
    expect(isOfTaps(node, weights)).toBe(true);
    expect(isOfTaps(other, tensor)).toBe(false);
  });
});
