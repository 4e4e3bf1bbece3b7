import { describe, expect, it } from 'vitest';
import { loadNativeRuntime } from '../native-runtime.ts';
import { declareFloats, makeFloats, makeIntegers, makeNode } from './build.ts';
import { narrowGraph } from './narrow.ts';
import { DataType, encodeModel, type Graph, type GraphNode, onnx } from './proto.ts';

const ort = await loadNativeRuntime();

const widthPx = 700;

/**
 * Reads a row of pixels at places between them, as deformable convolutions do when they are exported as plain operators:
 * place = index + shift, the two pixels around it, and the weights between them.
 */
function samplingGraph(): Graph {
  const nodes = [
    makeNode('Conv', ['row', 'kernel'], 'shifts', { kernel_shape: [1] }),
    makeNode('Reshape', ['shifts', 'flat'], 'shift'),
    makeNode('Cast', ['indices'], 'grid', { to: DataType.FLOAT }),
    makeNode('Add', ['grid', 'shift'], 'place'),
    makeNode('Clip', ['place', 'first', 'last'], 'inside'),
    makeNode('Floor', ['inside'], 'left'),
    makeNode('Sub', ['inside', 'left'], 'share'),
    makeNode('Sub', ['one', 'share'], 'rest'),
    makeNode('Cast', ['left'], 'leftIndex', { to: DataType.INT64 }),
    makeNode('Add', ['leftIndex', 'next'], 'rightIndex'),
    makeNode('Reshape', ['row', 'flat'], 'pixels'),
    makeNode('Mul', ['pixels', 'gain'], 'values'),
    makeNode('Gather', ['values', 'leftIndex'], 'leftValue', { axis: 0 }),
    makeNode('Gather', ['values', 'rightIndex'], 'rightValue', { axis: 0 }),
    makeNode('Mul', ['leftValue', 'rest'], 'leftPart'),
    makeNode('Mul', ['rightValue', 'share'], 'rightPart'),
    makeNode('Add', ['leftPart', 'rightPart'], 'sampled'),
  ];
  const indices = makeIntegers(
    'indices',
    Array.from({ length: widthPx }, (_, at) => at),
  );
  return {
    name: 'sampling',
    nodes,
    initializers: [
      makeFloats('kernel', [0.5], [1, 1, 1]),
      makeIntegers('flat', [-1]),
      indices,
      makeFloats('first', [0]),
      makeFloats('last', [widthPx - 2]),
      makeFloats('one', [1]),
      makeIntegers('next', [1]),
      makeFloats('gain', [4]),
    ],
    inputs: [declareFloats('row', [1, 1, widthPx])],
    outputs: [declareFloats('sampled', ['n'])],
  };
}

async function run(graph: Graph, row: Float32Array): Promise<Float32Array> {
  const isHalf = graph.outputs[0].type?.tensorType?.elemType === DataType.FLOAT16;
  const toSingle = makeNode('Cast', ['sampled'], 'answer', { to: DataType.FLOAT });
  const whole = isHalf
    ? { ...graph, nodes: [...graph.nodes, toSingle], outputs: [declareFloats('answer', ['n'])] }
    : graph;
  const model = encodeModel(whole, { producer: 'tests', opset: 17 });
  const session = await ort.InferenceSession.create(model, { logSeverityLevel: 3 });
  const results = await session.run({ row: new ort.Tensor('float32', row, [1, 1, widthPx]) });
  await session.release();
  return Object.values(results)[0].data as Float32Array;
}

const named = (graph: Graph, name: string): GraphNode | undefined =>
  graph.nodes.find((node) => node.output[0] === name);

describe('narrowGraph', () => {
  const graph = samplingGraph();
  const narrowed = narrowGraph(graph);

  it('computes weights in float16 and places in float32', () => {
    expect(named(narrowed, 'shifts')?.input).toEqual(['row/half', 'kernel/half']);
    expect(named(narrowed, 'place')?.input).toEqual(['grid', 'shift']);
    expect(named(narrowed, 'share')?.input).toEqual(['inside', 'left']);
    expect(named(narrowed, 'values')?.input).toEqual(['pixels', 'gain/half']);
    expect(named(narrowed, 'leftPart')?.input).toEqual(['leftValue', 'rest/half']);
  });

  it('samples where float32 samples, also far from the border', async () => {
    // Steps of 8 between neighbours: a place that is off by a quarter would be off by 2.
    const row = Float32Array.from({ length: widthPx }, (_, at) => ((at * 3) % 17) / 8);
    const [before, after] = [await run(graph, row), await run(narrowed, row)];
    const worst = before.reduce((largest, value, at) => Math.max(largest, Math.abs(value - after[at])), 0);
    expect(Math.max(...before) - Math.min(...before)).toBeGreaterThan(6);
    expect(worst).toBeLessThan(0.01);
  });

  it('casts a value once however many read it', () => {
    const casts = narrowed.nodes.filter(({ opType }) => opType === 'Cast').map(({ output }) => output[0]);
    expect(new Set(casts).size).toBe(casts.length);
  });

  it('keeps the factors of Resize, and constants that are read in both types', () => {
    const resized: Graph = {
      name: '',
      nodes: [
        makeNode('Mul', ['picture', 'factors'], 'scaled'),
        makeNode('Resize', ['scaled', '', 'factors'], 'large'),
      ],
      initializers: [makeFloats('factors', [1, 1, 1.3, 1.3], [4])],
      inputs: [declareFloats('picture', [1, 1, 4, 4])],
      outputs: [declareFloats('large', [1, 1, 5, 5])],
    };
    const half = narrowGraph(resized);
    expect(named(half, 'large')?.input).toEqual(['scaled', '', 'factors']);
    expect(half.initializers.map(({ name, dataType }) => [name, dataType])).toEqual([
      ['factors', DataType.FLOAT],
      ['factors/half', DataType.FLOAT16],
    ]);
  });

  it('narrows constants that are nodes, and drops those that nobody reads any more', () => {
    const constant = makeNode('Constant', [], 'gain');
    constant.attribute = [{ name: 'value', t: makeFloats('', [0.5]) }];
    const half = narrowGraph({
      name: '',
      nodes: [constant, makeNode('Mul', ['picture', 'gain'], 'answer')],
      initializers: [],
      inputs: [declareFloats('picture', [1])],
      outputs: [declareFloats('answer', [1])],
    });
    expect(half.nodes.map(({ opType }) => opType)).toEqual(['Cast', 'Mul']);
    expect(half.initializers).toMatchObject([{ name: 'gain/half', dataType: DataType.FLOAT16 }]);
  });

  it('declares its output with the type it has', () => {
    expect(narrowed.outputs[0].type?.tensorType?.elemType).toBe(DataType.FLOAT16);
    expect(narrowed.inputs).toEqual(graph.inputs);
  });

  it('refuses branches and loops', () => {
    const branch = onnx.NodeProto.create({ opType: 'If', input: ['row'], output: ['x'] });
    expect(() => narrowGraph({ ...graph, nodes: [branch] })).toThrow('This graph has branches or loops (If)');
  });
});
