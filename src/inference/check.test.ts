import { describe, expect, it } from 'vitest';
import { MessageFault } from '../wire/protocol/fault.ts';
import type { WireTensor } from '../wire/protocol/tensor.ts';
import type { ServedModel } from './catalogue.ts';
import { checkInputs, chooseOutputs, largestBody } from './check.ts';

const model: ServedModel = {
  name: 'car',
  file: 'none',
  precision: 'fp32',
  weights: '',
  inputs: [
    { name: 'image', datatype: 'UINT8', shape: [-1, 4, 4, 3] },
    { name: 'scale', datatype: 'FP32', shape: [-1] },
  ],
  outputs: [
    { name: 'matte', datatype: 'UINT8', shape: [-1, 4, 4] },
    { name: 'score', datatype: 'FP32', shape: [-1] },
  ],
  maxBatch: 2,
};

function tensor(name: string, datatype: 'UINT8' | 'FP32', shape: readonly number[]): WireTensor {
  const bytes = shape.reduce((product, size) => product * size, datatype === 'FP32' ? 4 : 1);
  return { name, datatype, shape, data: new Uint8Array(bytes) };
}

const image = tensor('image', 'UINT8', [1, 4, 4, 3]);
const scale = tensor('scale', 'FP32', [1]);

describe('inputs', () => {
  it.each([1, 2])('fit with a batch of %d, in any order', (batch) => {
    const inputs = [tensor('scale', 'FP32', [batch]), tensor('image', 'UINT8', [batch, 4, 4, 3])];
    expect(() => checkInputs(model, inputs)).not.toThrow();
  });

  it.each<[string, WireTensor[], string]>([
    [
      'an unknown name',
      [image, tensor('Scale', 'FP32', [1])],
      'The network car has no input Scale; it has image, scale',
    ],
    ['a missing input', [image], 'The input scale of network car is missing'],
    ['an input twice', [image, scale, image], 'An input is given twice'],
    [
      'another datatype',
      [tensor('image', 'FP32', [1, 4, 4, 3]), scale],
      'Expected UINT8 for input image but received FP32',
    ],
    [
      'another width',
      [tensor('image', 'UINT8', [1, 4, 5, 3]), scale],
      'Expected shape [-1, 4, 4, 3] for input image but received [1, 4, 5, 3]',
    ],
    ['channels first', [tensor('image', 'UINT8', [1, 3, 4, 4]), scale], 'Expected shape'],
    ['no batch dimension', [tensor('image', 'UINT8', [4, 4, 3]), scale], 'Expected shape'],
    [
      'an empty batch',
      [tensor('image', 'UINT8', [0, 4, 4, 3]), scale],
      'Expected a batch of 1 to 2 for input image but received 0',
    ],
    ['too large a batch', [tensor('image', 'UINT8', [3, 4, 4, 3]), scale], 'but received 3'],
    ['different batches', [tensor('image', 'UINT8', [2, 4, 4, 3]), scale], 'differ in their batch size'],
    ['data of another size', [{ ...image, data: new Uint8Array(3) }, scale], 'does not fill its shape'],
  ])('are refused with %s', (_, inputs, message) => {
    expect(() => checkInputs(model, inputs)).toThrow(MessageFault);
    expect(() => checkInputs(model, inputs)).toThrow(message);
  });
});

describe('outputs', () => {
  it('are all of them where none is named', () => {
    expect(chooseOutputs(model, undefined)).toEqual(['matte', 'score']);
  });

  it('come in the order asked for', () => {
    const requested = [
      { name: 'score', binary: true },
      { name: 'matte', binary: true },
    ];
    expect(chooseOutputs(model, requested)).toEqual(['score', 'matte']);
  });

  it('must exist and be named once', () => {
    expect(() => chooseOutputs(model, [{ name: 'alpha', binary: true }])).toThrow(
      'has no output alpha; it has matte, score',
    );
    const twice = [
      { name: 'matte', binary: true },
      { name: 'matte', binary: false },
    ];
    expect(() => chooseOutputs(model, twice)).toThrow('asked for twice');
  });
});

it('the largest body leaves room for the largest batch and its header', () => {
  const tensors = 2 * (4 * 4 * 3 + 4);
  expect(largestBody(model)).toEqual({ binary: 65_536 + tensors, json: 65_536 + 2 * 48 * 6 + 2 * 24 });
});
