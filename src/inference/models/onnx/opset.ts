/**
 * A graph in a newer operator set. From 13 to 19 few operators changed what they are written as; all others compute the
 * same under both numbers. https://github.com/onnx/onnx/blob/v1.14.0/docs/Changelog.md
 */
import { makeIntegers, makeNode } from './build.ts';
import { type Graph, type GraphNode, type GraphTensor, type Model, onnx, opsetOf } from './proto.ts';

/** The set that {@link raiseOpset} raises to: the first with DeformConv. */
export const raisedOpset = 19;
/** The file format of that set. */
const raisedIrVersion = 9;
const oldestOpset = 13;

/** Reductions that have their axes as an input since 18. ReduceSum has had it since 13. */
const reductions = new Set(
  'ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSumSquare'.split(' '),
);
/** What cannot be raised here: parts with nodes of their own. */
const withGraphs = new Set(['If', 'Loop', 'Scan', 'SequenceMap']);

/** Whether {@link raiseOpset} can raise this graph. */
export function canBeRaised({ opsetImport, functions }: Model, { nodes }: Graph): boolean {
  const isKnown = opsetImport.every(({ domain, version }) => domain || Number(version) >= oldestOpset);
  return isKnown && functions.length === 0 && !nodes.some(({ opType }) => withGraphs.has(opType));
}

/**
 * Raises a graph of operator set 13 to 18 to 19; a newer one stays as it is.
 * @returns the graph, and the model with the numbers that go with it
 */
export function raiseOpset(model: Model, graph: Graph): { readonly model: Model; readonly graph: Graph } {
  const opset = opsetOf(model, oldestOpset);
  if (opset >= raisedOpset) return { model, graph };
  const axes: GraphTensor[] = [];
  const nodes = graph.nodes.map((node) => {
    if (node.domain && node.domain !== 'ai.onnx') return node;
    if (opset < 18 && reductions.has(node.opType)) return withAxesAsInput(node, axes);
    if (opset < 18 && node.opType === 'Split' && !node.input[1]) return withCount(node);
    if (opset < 16 && node.opType === 'RoiAlign') return withFormerPlaces(node);
    return node;
  });
  const opsetImport = model.opsetImport.map((one) =>
    !one.domain || one.domain === 'ai.onnx' ? { ...one, version: raisedOpset } : one,
  );
  const irVersion = Math.max(Number(model.irVersion), raisedIrVersion);
  return {
    model: onnx.ModelProto.create({ ...model, opsetImport, irVersion }),
    graph: { ...graph, nodes, initializers: [...graph.initializers, ...axes] },
  };
}

function withAxesAsInput(node: GraphNode, constants: GraphTensor[]): GraphNode {
  const axes = node.attribute.find(({ name }) => name === 'axes')?.ints;
  if (!axes) return node;
  const name = `${node.output[0]}/axes`;
  constants.push(makeIntegers(name, axes.map(Number)));
  const attribute = node.attribute.filter((candidate) => candidate.name !== 'axes');
  return onnx.NodeProto.create({ ...node, input: [node.input[0], name], attribute });
}

/** Equal parts are counted since 18. */
function withCount(node: GraphNode): GraphNode {
  const count = makeNode('Split', [], '', { num_outputs: node.output.length }).attribute;
  return onnx.NodeProto.create({ ...node, attribute: [...node.attribute, ...count] });
}

/** Where pixels are, as set 16 names it: what was meant before, and no longer is by itself. */
function withFormerPlaces(node: GraphNode): GraphNode {
  const { STRING } = onnx.AttributeProto.AttributeType;
  const mode = {
    name: 'coordinate_transformation_mode',
    type: STRING,
    s: new TextEncoder().encode('output_half_pixel'),
  };
  return onnx.NodeProto.create({ ...node, attribute: [...node.attribute, mode] });
}
