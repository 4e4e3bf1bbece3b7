import { describe, expect, it } from 'vitest';
import { generator } from '../../../../testing/random.ts';
import { loadNativeRuntime } from '../native-runtime.ts';
import { declareFloats, makeFloats, makeNode } from '../onnx/build.ts';
import { decodeModel, encodeModel, type Graph, graphOf, onnx } from '../onnx/proto.ts';
import { quantiseGraph, quantiseModel } from './quantise.ts';

const ort = await loadNativeRuntime();

const random = generator(7);
const numbers = (count: number, scale: number) => Array.from({ length: count }, () => (random() - 0.5) * scale);

/** Two branches of convolutions, pooled, enlarged and joined: what IS-Net is made of. */
const graph: Graph = {
  name: 'branches',
  nodes: [
    makeNode('Conv', ['x', 'w0', 'b0'], 'first', { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }),
    makeNode('Conv', ['first', 'w1', 'b1'], 'one', { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }),
    makeNode('Relu', ['one'], 'one/relu'),
    makeNode('MaxPool', ['one/relu'], 'small', { kernel_shape: [2, 2], strides: [2, 2] }),
    makeNode('Resize', ['small', '', 'twice'], 'large'),
    makeNode('Concat', ['large', 'one/relu'], 'both', { axis: 1 }),
    makeNode('Conv', ['both', 'w2', 'b2'], 'two', { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }),
    makeNode('Relu', ['two'], 'two/relu'),
    makeNode('Add', ['two/relu', 'one/relu'], 'sum'),
    makeNode('Conv', ['sum', 'w3', 'b3'], 'last', { kernel_shape: [1, 1] }),
  ],
  initializers: [
    makeFloats('w0', numbers(8 * 3 * 9, 0.6), [8, 3, 3, 3]),
    makeFloats('b0', numbers(8, 0.2), [8]),
    makeFloats('w1', numbers(8 * 8 * 9, 0.4), [8, 8, 3, 3]),
    makeFloats('b1', numbers(8, 0.2), [8]),
    makeFloats('w2', numbers(8 * 16 * 9, 0.3), [8, 16, 3, 3]),
    makeFloats('b2', numbers(8, 0.2), [8]),
    makeFloats('w3', numbers(8, 0.5), [1, 8, 1, 1]),
    makeFloats('b3', [0.1], [1]),
    makeFloats('twice', [1, 1, 2, 2], [4]),
  ],
  inputs: [declareFloats('x', ['N', 3, 'H', 'W'])],
  outputs: [declareFloats('last', ['N', 1, 'H', 'W'])],
};

/** The graph with a Relu behind one of its values, for all that read it. */
function withRelu(value: string): Graph {
  const at = graph.nodes.findIndex(({ output: [name] }) => name === value);
  const readers = graph.nodes.slice(at + 1).map((node) => ({
    ...node,
    input: node.input.map((name) => (name === value ? `${value}/relu` : name)),
  }));
  const nodes = [...graph.nodes.slice(0, at + 1), makeNode('Relu', [value], `${value}/relu`), ...readers];
  return { ...graph, nodes: nodes.map((node) => onnx.NodeProto.create(node)) };
}

const inner = ['first', 'one/relu', 'both', 'two/relu', 'sum'];
const file = encodeModel(graph, { producer: 'tests', opset: 15 });
const picture = new ort.Tensor('float32', Float32Array.from(numbers(3 * 32 * 32, 2)), [1, 3, 32, 32]);

async function run(model: Uint8Array, wanted: readonly string[]) {
  const session = await ort.InferenceSession.create(model, {
    // Else processors without VNNI add up in 16 bits and cut what does not fit.
    extra: { session: { x64quantprecision: '1' } },
    logSeverityLevel: 4,
  });
  const results = await session.run({ x: picture }, [...wanted]);
  return wanted.map((name) => results[name].data as Float32Array);
}

/** Ranges as a calibration finds them. */
async function seenRanges(): Promise<Record<string, [number, number]>> {
  const outputs = [...graph.outputs, ...inner.map((name) => declareFloats(name, ['n', 'c', 'h', 'w']))];
  const values = await run(encodeModel({ ...graph, outputs }, { producer: 'tests', opset: 15 }), inner);
  return Object.fromEntries(inner.map((name, at) => [name, [Math.min(...values[at]), Math.max(...values[at])]]));
}

const table = async () => ({
  network: '0'.repeat(64),
  method: 'minmax',
  sidePx: 32,
  photos: [],
  kept: ['last'],
  ranges: await seenRanges(),
});

describe('an 8-bit network', () => {
  it('says nearly what the float32 one says', async () => {
    const [exact] = await run(file, ['last']);
    const [integer] = await run(quantiseModel(file, await table()), ['last']);
    const spread = Math.max(...exact) - Math.min(...exact);
    const off = exact.map((value, at) => Math.abs(value - integer[at]) / spread);
    expect(off.reduce((sum, value) => sum + value, 0) / off.length).toBeLessThan(0.01);
    expect(Math.max(...off)).toBeLessThan(0.05);
    expect(Math.max(...off)).toBeGreaterThan(0);
  });

  it('is the same every time, and smaller', async () => {
    const ranges = await table();
    const once = quantiseModel(file, ranges);
    expect(Buffer.from(once).equals(quantiseModel(file, ranges))).toBe(true);
  });

  it('has every value of the table in bytes, and no Relu that a range replaces', async () => {
    const { nodes } = graphOf(decodeModel(quantiseModel(file, await table())));
    const bytes = nodes.filter(({ opType }) => opType === 'QuantizeLinear').map(({ output: [value] }) => value);
    // Those of the table, and what is pooled and enlarged on the way.
    expect(bytes.sort()).toEqual([...inner, 'large', 'small'].map((value) => `${value}/bytes`).sort());
    expect(nodes.some(({ opType }) => opType === 'Relu')).toBe(false);
    const last = nodes.find(({ output: [value] }) => value === 'last');
    expect(last?.input).toEqual(['sum', 'w3', 'b3']);
  });

  it('is as near where a Relu behind a sum went into its range', async () => {
    const rectified = withRelu('sum');
    const tableOf = await table();
    const [low, high] = tableOf.ranges.sum;
    const ranges = { ...tableOf.ranges, 'sum/relu': [Math.max(0, low), high] as [number, number] };
    const quantised = quantiseGraph(rectified, { ...tableOf, ranges });
    expect(quantised.nodes.some(({ opType }) => opType === 'Relu')).toBe(false);
    const last = async (each: Graph) => {
      const [values] = await run(encodeModel(each, { producer: 'tests', opset: 15 }), ['last']);
      return values;
    };
    const [exact, integer] = [await last(rectified), await last(quantised)];
    const spread = Math.max(...exact) - Math.min(...exact);
    expect(Math.max(...exact.map((value, at) => Math.abs(value - integer[at]))) / spread).toBeLessThan(0.05);
  });

  it('keeps a Relu whose input others read', async () => {
    const outputs = [...graph.outputs, declareFloats('two', ['n', 'c', 'h', 'w'])];
    const spy = makeNode('Identity', ['two'], 'spy');
    const quantised = quantiseGraph({ ...graph, nodes: [...graph.nodes, spy], outputs }, await table());
    expect(quantised.nodes.filter(({ opType }) => opType === 'Relu')).toHaveLength(1);
  });
});

it('a table of another network is refused', async () => {
  expect(() => quantiseGraph(graph, { ranges: {}, kept: ['side1'] })).toThrow('side1');
});

describe('products with a matrix of weights', () => {
  const products: Graph = {
    name: 'products',
    nodes: [
      makeNode('MatMul', ['x', 'w0'], 'one'),
      makeNode('Add', ['one', 'b0'], 'sum'),
      makeNode('MatMul', ['x', 'w1'], 'two'),
      makeNode('Transpose', ['two'], 'turned', { perm: [0, 2, 1] }),
      makeNode('MatMul', ['sum', 'turned'], 'mixed'),
    ],
    initializers: [
      makeFloats('w0', numbers(24 * 16, 0.5), [24, 16]),
      makeFloats('b0', numbers(16, 0.2), [16]),
      makeFloats('w1', numbers(24 * 16, 8), [24, 16]),
    ],
    inputs: [declareFloats('x', ['N', 'T', 24])],
    outputs: [declareFloats('mixed', ['N', 'T', 'T'])],
  };
  const small = encodeModel(products, { producer: 'tests', opset: 17 });
  const tokens = new ort.Tensor('float32', Float32Array.from(numbers(2 * 10 * 24, 3)), [2, 10, 24]);
  const table = { network: '', method: 'none', sidePx: 1, photos: [], ranges: {} };

  async function answerOf(model: Uint8Array): Promise<Float32Array> {
    const session = await ort.InferenceSession.create(model, { extra: { session: { x64quantprecision: '1' } } });
    return (await session.run({ x: tokens })).mixed.data as Float32Array;
  }

  it('are computed in integers, with scales found as they run, once for each value', async () => {
    const made = quantiseModel(small, { ...table, kept: [] });
    const types = graphOf(decodeModel(made)).nodes.map(({ opType }) => opType);
    const count = (type: string) => types.filter((each) => each === type).length;
    expect([count('MatMulInteger'), count('DynamicQuantizeLinear'), count('MatMul')]).toEqual([2, 1, 1]);
    const [exact, rounded] = [await answerOf(small), await answerOf(made)];
    const most = exact.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    const worst = exact.reduce((max, value, at) => Math.max(max, Math.abs(value - rounded[at])), 0);
    expect(worst / most).toBeLessThan(0.02);
    expect(worst).toBeGreaterThan(0);
  });

  it('stay as they are where the table keeps them', () => {
    const made = graphOf(decodeModel(quantiseModel(small, { ...table, kept: ['one', 'two'] })));
    expect(made.nodes.map(({ opType }) => opType)).not.toContain('MatMulInteger');
  });
});
