import { describe, expect, it } from 'vitest';
import { makeFloats } from '../onnx/build.ts';
import { quantiseBias, quantiseWeights, stepsOf } from './integers.ts';

describe('stepsOf', () => {
  it.each([
    [[0, 255], { scale: 1, zeroPoint: 0 }],
    [[-1, 1], { scale: Math.fround(2 / 255), zeroPoint: 127 }],
    // Zero is always one of the steps: padding is zero.
    [[2, 51], { scale: Math.fround(0.2), zeroPoint: 0 }],
    [[-51, -2], { scale: Math.fround(0.2), zeroPoint: 255 }],
    [[0, 0], { scale: Math.fround(1 / 255), zeroPoint: 0 }],
  ] as const)('represents %j', (range, expected) => {
    expect(stepsOf(range)).toEqual(expected);
  });
});

const signed = (bytes: Uint8Array) => [...new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)];

describe('quantiseWeights', () => {
  it('gives each output channel a scale of its own', () => {
    const weights = makeFloats('w', [1, -2, 0.5, 127, 63.5, -127, 0, 0, 0], [3, 3, 1, 1]);
    const { weights: integers, scales } = quantiseWeights(weights, 'w/bytes', 127);
    expect(signed(integers.rawData)).toEqual([64, -127, 32, 127, 64, -127, 0, 0, 0]);
    expect(scales).toEqual([Math.fround(2 / 127), 1, Math.fround(1 / 127)]);
    expect(integers).toMatchObject({ name: 'w/bytes', dims: [3, 3, 1, 1], dataType: 3 });
  });

  it('rounds halves to the even neighbour, as QuantizeLinear does', () => {
    const weights = makeFloats('w', [127, 0.5, 1.5, -0.5, -1.5, 2.5], [1, 6]);
    expect(signed(quantiseWeights(weights, 'w', 127).weights.rawData)).toEqual([127, 0, 2, 0, -2, 2]);
  });

  it('refuses weights of another type', () => {
    const half = { ...makeFloats('w', [1], [1]), dataType: 10 };
    expect(() => quantiseWeights(half as ReturnType<typeof makeFloats>, 'x', 127)).toThrow('Weight w');
  });
});

it('quantiseBias counts in sums and stays within 32 bits', () => {
  const bias = quantiseBias(makeFloats('b', [1, -0.5, 1e9], [3]), [0.25, 0.25, 1e-6], 'b/integers');
  const view = new DataView(bias.rawData.buffer, bias.rawData.byteOffset);
  expect([0, 4, 8].map((at) => view.getInt32(at, true))).toEqual([4, -2, 2 ** 31 - 1]);
});
