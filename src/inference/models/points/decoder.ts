/**
 * The half of the point segmenter that answers points, made into the file that is served: SAM's prompt encoder and mask decoder
 * without a mask of before, cut before the choice of one candidate.
 *
 *   points uint8 [1,33,5] → rows that are points, and one that is none → places and labels → network → sigmoid → masks uint8
 *
 * SAM wants exactly one row that is none behind points alone. Each further one would take part in its attention, so rows of
 * padding leave the graph at once.
 *
 * Deterministic: the same published file gives the same bytes on every machine.
 */
import { declareFloats, declareUint8, makeFloats, makeIntegers, makeNode } from '../onnx/build.ts';
import {
  DataType,
  decodeModel,
  encodeWith,
  type Graph,
  type GraphNode,
  graphOf,
  onnx,
  opsetOf,
} from '../onnx/proto.ts';
import { initializersFor, nodesFor } from '../onnx/walk.ts';
import { encodingShape } from './encoder.ts';

/** Values of the published graph that are cut, or begin anew here. */
const cut = {
  /** All candidates [1,4,256,256], before one of them is chosen. */
  candidates: '/Reshape_9_output_0',
  /** What is known of a mask of before, and the weights that stand for none. */
  before: '/Add_6_output_0',
  noneBefore: 'onnx::Mul_1919',
} as const;

/** Rows of points, padding included, and candidates. */
const rows = 33;
const candidates = 4;

/**
 * Rewrites the published decoder.
 * @param published its ONNX file, with the inputs of SAM's own export
 * @returns an ONNX file with inputs `encoding` FP32 [1,256,64,64] and `points` UINT8 [1,33,5], output `masks` UINT8 [1,4,256,256]
 * @throws Error where the file is another network
 */
export function preparePointDecoder(published: Uint8Array): Uint8Array {
  const model = decodeModel(published);
  // Sizes of slices, axes of sums: inputs since operator set 13.
  opsetOf(model, 13);
  const whole = graphOf(model);
  const rewired = { ...whole, nodes: whole.nodes.map(rewire) };
  const network = nodesFor(cut.candidates, rewired.nodes);
  const initializers = initializersFor(network, rewired);
  const weights = new Set(initializers.map(({ name }) => name));
  const made = new Set(network.flatMap(({ output }) => output));
  const missing = network
    .flatMap(({ input }) => input)
    .filter((value) => value && !made.has(value) && !weights.has(value));
  const expected = ['encoding', 'points/places', 'points/labels'];
  if (network.length === 0 || missing.some((value) => !expected.includes(value)))
    throw new Error(
      'This graph does not make masks of an encoding and points: it is not the decoder that this recipe is for',
    );
  const front = pointsOfBytes();
  const back = masksOfScores();
  return encodeWith(
    model,
    {
      name: 'point-decoder',
      nodes: [...front.nodes, ...network, ...back.nodes],
      initializers: [...front.initializers, ...initializers, ...back.initializers],
      inputs: [declareFloats('encoding', encodingShape), declareUint8('points', [1, rows, 5])],
      outputs: [declareUint8('masks', [1, candidates, 256, 256])],
    },
    'edgematte',
  );
}

function rewire(node: GraphNode): GraphNode {
  const names = new Map([
    ['image_embeddings', 'encoding'],
    ['point_coords', 'points/places'],
    ['point_labels', 'points/labels'],
    [cut.before, cut.noneBefore],
  ]);
  return onnx.NodeProto.create({ ...node, input: node.input.map((value) => names.get(value) ?? value) });
}

/** Rows of bytes as the numbers that the network takes: places [1,N,2] in pixels less a half, which it adds, and labels [1,N]. */
function pointsOfBytes(): Pick<Graph, 'nodes' | 'initializers'> {
  const slice = (input: string, from: number, output: string) =>
    makeNode('Slice', [input, `points/${from}`, `points/${from + 1}`, 'points/column'], output);
  const place = (high: number, axis: string): GraphNode[] => [
    slice('points/numbers', high, `points/${axis}/high`),
    slice('points/numbers', high + 1, `points/${axis}/low`),
    makeNode('Mul', [`points/${axis}/high`, 'points/256'], `points/${axis}/highs`),
    makeNode('Add', [`points/${axis}/highs`, `points/${axis}/low`], `points/${axis}`),
  ];
  const nodes = [
    makeNode('Cast', ['points'], 'points/floats', { to: DataType.FLOAT }),
    makeNode('Squeeze', ['points/floats', 'points/batch'], 'points/rows'),
    // Which rows are points; their numbers in order, and the row that is none behind them.
    slice('points/rows', 4, 'points/kinds'),
    makeNode('Squeeze', ['points/kinds', 'points/column'], 'points/kind'),
    makeNode('Less', ['points/kind', 'points/none'], 'points/real'),
    makeNode('NonZero', ['points/real'], 'points/found'),
    makeNode('Squeeze', ['points/found', 'points/batch'], 'points/order'),
    makeNode('Gather', ['points/rows', 'points/order'], 'points/chosen', { axis: 0 }),
    makeNode('Concat', ['points/chosen', 'points/last'], 'points/numbers', { axis: 0 }),
    ...place(0, 'x'),
    ...place(2, 'y'),
    makeNode('Concat', ['points/x', 'points/y'], 'points/steps', { axis: 1 }),
    makeNode('Div', ['points/steps', 'points/64'], 'points/pixels'),
    makeNode('Sub', ['points/pixels', 'points/half'], 'points/centres'),
    makeNode('Unsqueeze', ['points/centres', 'points/batch'], 'points/places'),
    slice('points/numbers', 4, 'points/label'),
    makeNode('Transpose', ['points/label'], 'points/labels', { perm: [1, 0] }),
  ];
  const initializers = [
    ...[0, 1, 2, 3, 4, 5].map((at) => makeIntegers(`points/${at}`, [at])),
    makeIntegers('points/batch', [0]),
    makeIntegers('points/column', [1]),
    makeFloats('points/256', [256]),
    makeFloats('points/64', [64]),
    makeFloats('points/half', [0.5]),
    // Between drop (0) or keep (1), and none (255).
    makeFloats('points/none', [128]),
    makeFloats('points/last', [0, 0, 0, 0, -1], [1, 5]),
  ];
  return { nodes, initializers };
}

/** Scores as bytes: the sigmoid of each, rounded. */
function masksOfScores(): Pick<Graph, 'nodes' | 'initializers'> {
  return {
    nodes: [
      makeNode('Sigmoid', [cut.candidates], 'masks/shares'),
      makeNode('Mul', ['masks/shares', 'masks/white'], 'masks/scaled'),
      makeNode('Add', ['masks/scaled', 'masks/half'], 'masks/raised'),
      makeNode('Cast', ['masks/raised'], 'masks', { to: DataType.UINT8 }),
    ],
    initializers: [makeFloats('masks/white', [255]), makeFloats('masks/half', [0.5])],
  };
}
