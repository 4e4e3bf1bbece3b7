import { describe, expect, it } from 'vitest';
import { loadNativeRuntime } from '../native-runtime.ts';
import { declareFloats, makeFloats, makeIntegers, makeNode } from './build.ts';
import { canBeRaised, raiseOpset } from './opset.ts';
import { decodeModel, encodeModel, encodeWith, type Graph, type GraphNode, graphOf, onnx, opsetOf } from './proto.ts';

const ort = await loadNativeRuntime();
const shape = [1, 2, 6, 4];

/** A file of one operator from `x` to `y`. */
function fileOf(node: GraphNode, opset: number): Uint8Array {
  const graph: Graph = {
    name: 'one',
    nodes: [node],
    initializers: [
      makeFloats('boxes', [0, 0, 3, 5], [1, 4]),
      makeIntegers('indices', [0]),
      makeFloats('twice', [1, 1, 2, 2], [4]),
      makeIntegers('around', [0, 0, 1, 1, 0, 0, 1, 1]),
    ],
    inputs: [declareFloats('x', shape)],
    outputs: node.output.map((name, at) => declareFloats(name, [`a${at}`, `b${at}`, `c${at}`, `d${at}`])),
  };
  return encodeModel(graph, { producer: 'tests', opset });
}

async function answersOf(file: Uint8Array) {
  const session = await ort.InferenceSession.create(file, { logSeverityLevel: 3, intraOpNumThreads: 1 });
  const data = Float32Array.from({ length: 48 }, (_, at) => Math.sin(at));
  const results = await session.run({ x: new ort.Tensor('float32', data, shape) });
  await session.release();
  return Object.values(results).map((answer) => ({ dims: answer.dims, data: answer.data as Float32Array }));
}

const split = makeNode('Split', ['x'], 'y', { axis: 1 });
split.output = ['y', 'z'];

describe('an operator of an older set computes the same in 19', () => {
  const nodes: [opset: number, node: GraphNode][] = [
    [13, makeNode('ReduceMean', ['x'], 'y', { axes: [1, 3], keepdims: 1 })],
    [17, makeNode('ReduceMax', ['x'], 'y', { axes: [-1] })],
    [17, makeNode('ReduceL2', ['x'], 'y')],
    [13, split],
    [15, makeNode('RoiAlign', ['x', 'boxes', 'indices'], 'y', { output_height: 2, output_width: 2 })],
    [13, makeNode('Resize', ['x', '', 'twice'], 'y')],
    [13, makeNode('Pad', ['x', 'around'], 'y')],
    [18, makeNode('ReduceMean', ['x', 'indices'], 'y')],
    [13, makeNode('Softmax', ['x'], 'y', { axis: 1 })],
    [13, makeNode('AveragePool', ['x'], 'y', { kernel_shape: [2, 2] })],
  ];
  it.each(nodes.map((each) => [each[1].opType, ...each] as const))('%s of %i', async (_opType, opset, node) => {
    const file = fileOf(node, opset);
    const read = decodeModel(file);
    const { model, graph } = raiseOpset(read, graphOf(read));
    expect(opsetOf(model, 19)).toBe(19);
    expect(Number(model.irVersion)).toBe(9);
    const [before, after] = [await answersOf(file), await answersOf(encodeWith(model, graph, 'tests'))];
    expect(after.map(({ dims }) => dims)).toEqual(before.map(({ dims }) => dims));
    // A newer set may be another kernel, which adds up in another order.
    const off = before.flatMap(({ data }, at) =>
      [...data].map((number, place) => Math.abs(number - after[at].data[place])),
    );
    expect(Math.max(...off)).toBeLessThan(1e-6);
  });
});

it('a newer set stays, and so does an operator of somebody else', () => {
  const newer = decodeModel(fileOf(makeNode('ReduceMean', ['x'], 'y'), 20));
  expect(raiseOpset(newer, graphOf(newer)).model).toBe(newer);
  const theirs = onnx.NodeProto.create({ ...split, domain: 'com.example' });
  const model = decodeModel(fileOf(theirs, 17));
  expect(raiseOpset(model, graphOf(model)).graph.nodes[0].attribute.map(({ name }) => name)).toEqual(['axis']);
});

it('only a graph without branches, functions and older sets can be raised', () => {
  const model = decodeModel(fileOf(split, 17));
  const graph = graphOf(model);
  expect(canBeRaised(model, graph)).toBe(true);
  expect(canBeRaised(decodeModel(fileOf(split, 12)), graph)).toBe(false);
  expect(canBeRaised(model, { ...graph, nodes: [makeNode('Loop', [], 'y')] })).toBe(false);
});
