import { describe, expect, it } from 'vitest';
import { declareFloats, makeNode } from '../onnx/build.ts';
import type { Graph } from '../onnx/proto.ts';
import { type Normalisation, pictureOfBytes, wrapInBytes } from '../onnx/wrapper.ts';
import { readPictureInBytes } from './picture.ts';

const network = { nodes: [makeNode('Relu', ['x'], 'y')], initializers: [], input: 'x', output: 'y' };
const wrapped = (normalisation: Normalisation) => wrapInBytes(network, normalisation, ['N', 'H', 'W']);
const typesOf = ({ nodes }: Graph) => nodes.map(({ opType }) => opType);

describe('a picture in bytes', () => {
  it('is dequantised with the wrapper’s offset and factor', () => {
    const graph = wrapped({ offset: [128], factor: [1 / 256] });
    const read = readPictureInBytes(graph);
    expect([...read.steps]).toEqual([['x', { scale: 1 / 256, zeroPoint: 128 }]]);
    expect(typesOf(read.graph).slice(0, 3)).toEqual(['Transpose', 'DequantizeLinear', 'Relu']);
    expect(typesOf(read.graph)).toHaveLength(typesOf(graph).length - 2);
  });

  it.each([
    ['an offset for each channel', { offset: [1, 2, 3], factor: [1 / 256] }],
    ['a factor for each channel', { offset: [128], factor: [1, 2, 3] }],
    ['an offset between two bytes', { offset: [127.5], factor: [1 / 256] }],
    ['an offset beyond bytes', { offset: [256], factor: [1 / 256] }],
  ])('stays as it is with %s', (_, normalisation) => {
    const graph = wrapped(normalisation);
    expect(readPictureInBytes(graph)).toEqual({ graph, steps: new Map() });
  });

  it('stays as it is where it comes in float', () => {
    const before = pictureOfBytes('x', { offset: [128], factor: [1 / 256] });
    const inputs = [declareFloats('image', ['N', 'H', 'W', 3])];
    const graph = { ...before, name: 'floats', inputs, outputs: [declareFloats('x', ['N', 3, 'H', 'W'])] };
    expect(readPictureInBytes(graph).steps.size).toBe(0);
  });
});
