import { describe, expect, it } from 'vitest';
import { lumaModel } from '../../../test/models/tiny.ts';
import { decodeModel, encodeModel, graphOf } from './proto.ts';

describe('decodeModel', () => {
  it.each([
    ['text', new TextEncoder().encode('<html>not a model</html>')],
    ['a cut file', lumaModel().subarray(0, 100)],
    ['an empty file', new Uint8Array(0)],
  ])('refuses %s', (_what, bytes) => {
    expect(() => decodeModel(bytes)).toThrow('This file is not an ONNX model');
  });

  it('gives back what encodeModel wrote', () => {
    const graph = graphOf(decodeModel(lumaModel()));
    expect(graph.nodes.map(({ opType }) => opType)).toEqual(['Cast', 'ReduceMean', 'Add', 'Cast']);
    expect(encodeModel(graph, { producer: 'edgematte tests', opset: 15 })).toEqual(lumaModel());
  });
});
