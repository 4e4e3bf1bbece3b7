import { describe, expect, it } from 'vitest';
import { loadNativeRuntime } from '../native-runtime.ts';
import { declareFloats, makeFloats, makeNode } from '../onnx/build.ts';
import { DataType, decodeModel, encodeModel, graphOf, onnx } from '../onnx/proto.ts';
import { fillGraph } from './recipe.ts';

const ort = await loadNativeRuntime();

const header = { producer: 'tests', opset: 17 };
/** [in 3, out 2], as linear layers are published. */
const weight = [1, 2, 3, 4, 5, 6];
const bias = [0.5, -0.5];
const down = [1, 0, -1];
const up = [2, -3];

const empty = (name: string, dims: readonly number[]) =>
  onnx.TensorProto.create({ name, dataType: DataType.FLOAT, dims: [...dims] });

/** y = x (weight + downᵀ upᵀ) + bias */
function ours(transposed = 1): Uint8Array {
  const factors = { transA: transposed, transB: transposed };
  const graph = {
    name: 'ours',
    nodes: [
      makeNode('Gemm', ['down', 'up', 'published.weight'], 'merged', factors),
      makeNode('MatMul', ['x', 'merged'], 'product'),
      makeNode('Add', ['product', 'published.bias'], 'y'),
    ],
    initializers: [
      makeFloats('down', down, [1, 3]),
      makeFloats('up', up, [2, 1]),
      empty('published.weight', [3, 2]),
      empty('published.bias', [2]),
    ],
    inputs: [declareFloats('x', ['N', 3])],
    outputs: [declareFloats('y', ['N', 2])],
  };
  return encodeModel(graph, header);
}

function published(
  weights = [makeFloats('published.weight', weight, [3, 2]), makeFloats('published.bias', bias, [2])],
) {
  const graph = {
    name: 'theirs',
    nodes: [makeNode('Identity', ['x'], 'y')],
    initializers: weights,
    inputs: [declareFloats('x', ['N'])],
    outputs: [declareFloats('y', ['N'])],
  };
  return encodeModel(graph, header);
}

describe('our own graph around published weights', () => {
  it('computes with them, adapters included', async () => {
    const session = await ort.InferenceSession.create(fillGraph(published(), ours()), { logSeverityLevel: 3 });
    const x = [1, 10, 100];
    const { y } = await session.run({ x: new ort.Tensor('float32', x, [1, 3]) });
    await session.release();
    const column = (o: number) =>
      x.reduce((sum, value, i) => sum + value * (weight[2 * i + o] + down[i] * up[o]), bias[o]);
    expect([...(y.data as Float32Array)]).toEqual([column(0), column(1)]);
  });

  it('has the adapters in its weights, so that they cost nothing', () => {
    const { nodes, initializers } = graphOf(decodeModel(fillGraph(published(), ours())));
    expect(nodes.map(({ opType }) => opType)).toEqual(['MatMul', 'Add']);
    expect(initializers.map(({ name }) => name).sort()).toEqual(['merged', 'published.bias']);
  });

  it('is the same bytes every time', () => {
    expect(fillGraph(published(), ours())).toEqual(fillGraph(published(), ours()));
  });

  it.each([
    ['lacks a weight', [makeFloats('published.weight', weight, [3, 2])], 'published.bias of 2 float32'],
    ['has one of another size', [makeFloats('published.weight', [1, 2], [1, 2])], 'published.weight of 6 float32'],
    [
      'has one of another type',
      [
        onnx.TensorProto.create({
          name: 'published.weight',
          dataType: DataType.DOUBLE,
          dims: [3, 1],
          rawData: new Uint8Array(24),
        }),
      ],
      'published.weight of 6 float32',
    ],
  ])('is refused where the published file %s', (_what, weights, missing) => {
    expect(() => fillGraph(published(weights), ours())).toThrow(`The published file has no weight ${missing}`);
  });

  it('is refused where adapters lie the other way', () => {
    expect(() => fillGraph(published(), ours(0))).toThrow('merged is not an adapter of this kind');
  });
});
