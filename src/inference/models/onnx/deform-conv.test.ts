import { describe, expect, it } from 'vitest';
import {
  type Exchange,
  type LatticeChoices,
  type LatticeSizes,
  latticeOutput,
  spellOut,
} from '../../../../testing/models/lattice.ts';
import { generator } from '../../../../testing/random.ts';
import { loadNativeRuntime } from '../native-runtime.ts';
import { declareFloats, makeFloats, makeNode } from './build.ts';
import { countLattices, replaceLattices } from './deform-conv.ts';
import { decodeModel, encodeModel, encodeWith, type Graph, graphOf, type Model, onnx, opsetOf } from './proto.ts';

const ort = await loadNativeRuntime();

/** What both graphs compute of the same numbers may differ by: PyTorch's own order of sums is not onnxruntime's. */
const tolerance = { mean: 1e-4, largest: 5e-3 };

const plain: LatticeSizes = {
  batch: 1,
  channels: 4,
  picture: [11, 13],
  outputs: 3,
  kernel: [3, 3],
  pads: [1, 1],
};

/** Deterministic numbers from `-most` to `most`. */
function draw(seed: number, count: number, most: number): Float32Array {
  const random = generator(seed);
  return Float32Array.from({ length: count }, () => most * (2 * random() - 1));
}

interface Choices extends LatticeChoices {
  readonly opset?: number;
  readonly isMasked?: boolean;
}

/** Shapes of what a lattice is asked with. */
function shapesOf(sizes: LatticeSizes) {
  const { batch, channels, picture, kernel, offsetGroups = 1 } = sizes;
  const taps = offsetGroups * kernel[0] * kernel[1];
  const output = latticeOutput(sizes);
  return {
    picture: [batch, channels, ...picture],
    offset: [batch, 2 * taps, ...output],
    mask: [batch, taps, ...output],
    answer: [batch, sizes.outputs, ...output],
  };
}

/** A file of one lattice; picture, offsets and mask are inputs. */
function latticeFile(sizes: LatticeSizes, { opset = 17, isMasked = true, ...choices }: Choices = {}): Uint8Array {
  const { outputs, channels, kernel, group = 1 } = sizes;
  const values = { picture: 'x', offset: 'o', weight: 'w', bias: 'b', ...(isMasked ? { mask: 'm' } : {}) };
  const { nodes, initializers } = spellOut(sizes, values, 'y', choices);
  const shapes = shapesOf(sizes);
  const weights = draw(5, (outputs * channels * kernel[0] * kernel[1]) / group, 0.5);
  const graph: Graph = {
    name: 'lattice',
    nodes,
    initializers: [
      ...initializers,
      makeFloats('w', [...weights], [outputs, channels / group, ...kernel]),
      makeFloats('b', [...draw(6, outputs, 1)], [1, outputs, 1, 1]),
    ],
    inputs: [
      declareFloats('x', shapes.picture),
      declareFloats('o', shapes.offset),
      ...(isMasked ? [declareFloats('m', shapes.mask)] : []),
    ],
    outputs: [declareFloats('y', shapes.answer)],
  };
  return encodeModel(graph, { producer: 'tests', opset });
}

/** A graph with its lattices replaced, and how many are left. */
function replace(model: Model, graph: Graph) {
  const made = replaceLattices(model, graph);
  return { ...made, left: countLattices(made.graph) };
}

/** The file with its lattices replaced. */
function rewrite(file: Uint8Array) {
  const model = decodeModel(file);
  const made = replace(model, graphOf(model));
  return { ...made, file: encodeWith(made.model, made.graph, 'tests') };
}

/** What a file makes of drawn numbers: offsets of up to 8 pixels either way, which leave so small a picture. */
async function answerOf(file: Uint8Array, sizes: LatticeSizes, isMasked = true): Promise<Float32Array> {
  const shapes = shapesOf(sizes);
  const tensor = (seed: number, shape: readonly number[], most: number) => {
    const count = shape.reduce((product, size) => product * size, 1);
    return new ort.Tensor('float32', draw(seed, count, most), [...shape]);
  };
  const session = await ort.InferenceSession.create(file, { logSeverityLevel: 3, intraOpNumThreads: 1 });
  const { y } = await session.run({
    x: tensor(1, shapes.picture, 1),
    o: tensor(2, shapes.offset, 8),
    ...(isMasked ? { m: tensor(3, shapes.mask, 2) } : {}),
  });
  await session.release();
  expect(y.dims).toEqual(shapes.answer);
  return y.data as Float32Array;
}

function differences(left: Float32Array, right: Float32Array): { mean: number; largest: number } {
  const each = left.map((number, at) => Math.abs(number - right[at]));
  return { mean: each.reduce((sum, one) => sum + one, 0) / each.length, largest: Math.max(...each) };
}

describe('a lattice becomes DeformConv and computes the same', () => {
  const published = [1, 3, 7].flatMap((side) =>
    [1, 2].map((batch): [string, LatticeSizes, Choices] => {
      const pad = (side - 1) / 2;
      return [
        `of ${side} × ${side}, batch ${batch}, as BiRefNet has it`,
        { ...plain, batch, kernel: [side, side], pads: [pad, pad] },
        {},
      ];
    }),
  );
  it.each<[what: string, sizes: LatticeSizes, choices: Choices]>([
    ...published,
    ['without a mask', plain, { isMasked: false }],
    ['with its constants among the weights', plain, { isSimplified: true }],
    ['of an older operator set', plain, { opset: 13 }],
    ['of a newer operator set', plain, { opset: 20 }],
    ['with strides and dilations', { ...plain, strides: [2, 1], dilations: [1, 2], pads: [2, 3] }, {}],
    ['that is not square and pads one axis', { ...plain, kernel: [1, 5], pads: [0, 2] }, {}],
    ['with groups', { ...plain, outputs: 6, offsetGroups: 2, group: 2 }, {}],
    ['of one pixel', { ...plain, picture: [1, 1] }, {}],
  ])('%s', async (_what, sizes, choices) => {
    const file = latticeFile(sizes, choices);
    const rewritten = rewrite(file);
    expect(rewritten).toMatchObject({ replaced: 1, left: 0 });
    expect(rewritten.graph.nodes.map(({ opType }) => opType)).toEqual(['DeformConv', 'Add']);
    expect(opsetOf(rewritten.model, 19)).toBe(Math.max(19, choices.opset ?? 17));
    const { isMasked } = choices;
    const spelledOut = await answerOf(file, sizes, isMasked);
    const { mean, largest } = differences(spelledOut, await answerOf(rewritten.file, sizes, isMasked));
    expect(mean).toBeLessThanOrEqual(tolerance.mean);
    expect(largest).toBeLessThanOrEqual(tolerance.largest);
    // Offsets that do nothing would prove nothing.
    expect(Math.max(...spelledOut) - Math.min(...spelledOut)).toBeGreaterThan(0.5);
  });
});

describe('what is not a deformable convolution all through stays', () => {
  const exchanges: readonly (readonly Exchange[])[] = [
    ['offsets'],
    ['grid'],
    ['shares'],
    ['offsets', 'grid', 'shares'],
  ];
  it.each(exchanges.map((exchanged) => [exchanged]))('x and y exchanged in its %s', async (exchanged) => {
    const file = latticeFile(plain, { exchanged });
    const rewritten = rewrite(file);
    expect(rewritten).toMatchObject({ replaced: 0, left: 1 });
    expect(rewritten.graph.nodes).toEqual(graphOf(decodeModel(file)).nodes);
    expect(opsetOf(rewritten.model, 13)).toBe(17);
    // And it must: the operator gives something else.
    const operator = await answerOf(rewrite(latticeFile(plain)).file, plain);
    expect(differences(await answerOf(file, plain), operator).largest).toBeGreaterThan(tolerance.largest);
  });

  it('x and y exchanged where places are cut to the edges, which no picture but a square one survives', () => {
    expect(rewrite(latticeFile(plain, { exchanged: ['edges'] }))).toMatchObject({ replaced: 0, left: 1 });
  });

  /** The graph of a whole lattice with its nodes of one operator changed. */
  function changed(opType: string, change: (node: onnx.NodeProto) => Partial<onnx.NodeProto>) {
    const model = decodeModel(latticeFile(plain));
    const graph = graphOf(model);
    const nodes = graph.nodes.map((node) =>
      node.opType === opType ? onnx.NodeProto.create({ ...node, ...change(node) }) : node,
    );
    return replace(model, { ...graph, nodes });
  }

  it.each<[what: string, opType: string, change: (node: onnx.NodeProto) => Partial<onnx.NodeProto>]>([
    ['a corner that is missing', 'Sum', ({ input }) => ({ input: input.slice(1) })],
    ['a corner that is there twice', 'Sum', ({ input }) => ({ input: [input[0], input[0], ...input.slice(2)] })],
    ['places that are rounded up', 'Floor', () => ({ opType: 'Ceil' })],
    ['a picture that is mirrored at its edges', 'Pad', () => ({ attribute: [text('mode', 'reflect')] })],
    [
      'a convolution of another stride',
      'Conv',
      () => ({ attribute: makeNode('Conv', [], '', { kernel_shape: [3, 3] }).attribute }),
    ],
    ['another layout', 'Transpose', () => ({ attribute: [] })],
  ])('%s', (_what, opType, change) => {
    expect(changed(opType, change).replaced).toBe(0);
  });

  it('a grid that is off in one place', () => {
    const model = decodeModel(latticeFile(plain, { isSimplified: true }));
    const graph = graphOf(model);
    const initializers = graph.initializers.map((tensor) => {
      if (tensor.dims.length !== 6) return tensor;
      const rawData = Uint8Array.from(tensor.rawData);
      new DataView(rawData.buffer).setFloat32(rawData.length - 4, 0, true);
      return onnx.TensorProto.create({ ...tensor, rawData });
    });
    expect(replace(model, { ...graph, initializers })).toMatchObject({ replaced: 0, left: 1 });
  });

  it('a graph whose operator set cannot be raised', () => {
    const model = decodeModel(latticeFile(plain));
    const graph = graphOf(model);
    const nodes = [...graph.nodes, makeNode('If', ['c'], 'z')];
    expect(replace(model, { ...graph, nodes })).toMatchObject({ replaced: 0, left: 1 });
    expect(replace(onnx.ModelProto.create({ ...model, functions: [{}] }), graph).replaced).toBe(0);
  });
});

it('one of two lattices, and the other stays', () => {
  const values = { picture: 'x', offset: 'o', mask: 'm', weight: 'w', bias: 'b' };
  const good = spellOut(plain, values, 'first');
  const bad = spellOut({ ...plain, channels: 3 }, { ...values, picture: 'first' }, 'y', { exchanged: ['shares'] });
  const model = decodeModel(latticeFile(plain));
  const graph = graphOf(model);
  const nodes = [...good.nodes, ...bad.nodes];
  expect(replace(model, { ...graph, nodes })).toMatchObject({ replaced: 1, left: 1 });
});

it('a graph without lattices, or with the operator already, comes back as it was', () => {
  const without = { ...graphOf(decodeModel(latticeFile(plain))), nodes: [makeNode('Floor', ['x'], 'y')] };
  const model = decodeModel(latticeFile(plain));
  expect(replace(model, without)).toEqual({ model, graph: without, replaced: 0, left: 0 });
  const { graph: already, model: raised } = rewrite(latticeFile(plain));
  expect(replace(raised, already)).toEqual({ model: raised, graph: already, replaced: 0, left: 0 });
});

function text(name: string, value: string): onnx.IAttributeProto {
  return { name, type: onnx.AttributeProto.AttributeType.STRING, s: new TextEncoder().encode(value) };
}
