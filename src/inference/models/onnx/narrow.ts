/**
 * A float32 network computed in float16, for GPUs: half the weights, half the memory, the fast units. Inputs stay
 * float32; between the two types are Casts, each value at most once in the other type.
 *
 * In float32 stay: places in the picture (coordinates.ts), factors of Resize, operators that have no float16 or whose
 * type is an attribute, and constants that those read.
 */
import { makeNode } from './build.ts';
import { constantsOf } from './constants.ts';
import { coordinateNodes } from './coordinates.ts';
import { narrow } from './float16.ts';
import { DataType, type Graph, type GraphNode, type GraphTensor, onnx } from './proto.ts';
import { elementTypes } from './types.ts';

const alwaysSingle = new Set(
  (
    'Cast CastLike Constant ConstantOfShape DeformConv DequantizeLinear DynamicQuantizeLinear EyeLike GridSample ' +
    'NonMaxSuppression QuantizeLinear RandomNormal RandomNormalLike RandomUniform RandomUniformLike Range'
  ).split(' '),
);
const subgraphs = new Set(['If', 'Loop', 'Scan']);

/**
 * Rewrites a graph.
 * @param graph with its nodes in order: each after those it reads from. One that holds float16 weights stays as it is
 * @param staysSingle further nodes that stay in float32
 * @returns the graph; its outputs are declared with the type they now have
 * @throws Error for a network with branches or loops
 */
export function narrowGraph(graph: Graph, staysSingle: (node: GraphNode) => boolean = () => false): Graph {
  if (graph.initializers.some(({ dataType }) => dataType === DataType.FLOAT16)) return graph;
  const branch = graph.nodes.find(({ opType }) => subgraphs.has(opType));
  if (branch) throw new Error(`This graph has branches or loops (${branch.opType}), which float16 cannot be made of`);
  const types = elementTypes(graph);
  const places = coordinateNodes(graph.nodes, types);
  const values = new TwoTypes(graph);
  const nodes: GraphNode[] = [];
  for (const node of graph.nodes) {
    const half = !alwaysSingle.has(node.opType) && !places.has(node) && !staysSingle(node);
    const input = node.input.map((value, at) => {
      if (types.get(value) !== DataType.FLOAT) return value;
      return half && !isFactor(node, at) ? values.asHalf(value, nodes) : values.asSingle(value, nodes);
    });
    nodes.push(onnx.NodeProto.create({ ...node, input }));
    if (half) values.markHalf(node.output.filter((value) => types.get(value) === DataType.FLOAT));
  }
  const read = new Set(nodes.flatMap(({ input }) => input));
  const initializers = [...graph.initializers, ...values.constants].filter(({ name }) => read.has(name));
  const outputs = graph.outputs.map((output) => {
    const tensorType = output.type?.tensorType;
    if (!tensorType || !values.isHalf(output.name ?? '')) return output;
    return { ...output, type: { ...output.type, tensorType: { ...tensorType, elemType: DataType.FLOAT16 } } };
  });
  const kept = nodes.filter((node) => node.opType !== 'Constant' || read.has(node.output[0]));
  return { name: graph.name, nodes: kept, initializers, inputs: graph.inputs, outputs };
}

/** Resize takes its region and factors in float32 whatever it resizes. */
function isFactor({ opType }: GraphNode, at: number): boolean {
  return opType === 'Resize' && (at === 1 || at === 2);
}

/** Where each float value is found in either type. */
class TwoTypes {
  /** What was made of weights and constants. */
  readonly constants: GraphTensor[] = [];
  readonly #tensors: ReadonlyMap<string, GraphTensor>;
  readonly #halves = new Set<string>();
  readonly #converted = new Set<string>();

  constructor(graph: Graph) {
    this.#tensors = constantsOf(graph);
  }

  markHalf(values: readonly string[]): void {
    for (const value of values) this.#halves.add(value);
  }

  isHalf(value: string): boolean {
    return this.#halves.has(value);
  }

  asHalf(value: string, nodes: GraphNode[]): string {
    return this.#halves.has(value) ? value : this.#convert(value, `${value}/half`, DataType.FLOAT16, nodes);
  }

  asSingle(value: string, nodes: GraphNode[]): string {
    return this.#halves.has(value) ? this.#convert(value, `${value}/single`, DataType.FLOAT, nodes) : value;
  }

  #convert(value: string, name: string, to: number, nodes: GraphNode[]): string {
    if (this.#converted.has(value)) return name;
    this.#converted.add(value);
    const tensor = this.#tensors.get(value);
    if (tensor) this.constants.push(narrow(tensor, name));
    else nodes.push(makeNode('Cast', [value], name, { to }));
    return name;
  }
}
