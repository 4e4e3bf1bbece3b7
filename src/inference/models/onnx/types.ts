/**
 * The element type of every value of a graph, from what its operators promise.
 * Operators: https://github.com/onnx/onnx/blob/v1.14.0/docs/Operators.md
 */
import { DataType, type Graph, type GraphNode } from './proto.ts';
import { readInteger } from './walk.ts';

const integers = new Set(['Shape', 'Size', 'NonZero', 'ArgMax', 'ArgMin', 'NonMaxSuppression']);
const truths = new Set('Equal Greater GreaterOrEqual Less LessOrEqual Not And Or Xor IsNaN IsInf'.split(' '));
/** Operators whose outputs after the first are places, not values. */
const places = new Set(['TopK', 'MaxPool', 'Unique']);

/**
 * Types by value name.
 * @param graph with its nodes in order: each after those it reads from
 */
export function elementTypes(graph: Graph): ReadonlyMap<string, number> {
  const types = new Map<string, number>([
    ...graph.inputs.map(({ name, type }) => [name ?? '', type?.tensorType?.elemType ?? DataType.UNDEFINED] as const),
    ...graph.initializers.map(({ name, dataType }) => [name, dataType] as const),
  ]);
  for (const node of graph.nodes) {
    const first = firstOutputType(node, (at) => types.get(node.input[at] ?? '') ?? DataType.UNDEFINED);
    for (const [at, name] of node.output.entries()) types.set(name, at === 0 ? first : laterOutputType(node, first));
  }
  return types;
}

function firstOutputType(node: GraphNode, inputType: (at: number) => number): number {
  const { opType } = node;
  if (integers.has(opType)) return DataType.INT64;
  if (truths.has(opType)) return DataType.BOOL;
  switch (opType) {
    case 'Cast':
      return readInteger(node, 'to', DataType.UNDEFINED);
    case 'Constant':
      return constantType(node);
    case 'ConstantOfShape':
      return node.attribute[0]?.t?.dataType ?? DataType.FLOAT;
    case 'CastLike':
    case 'Where':
      return inputType(1);
    case 'OneHot':
      return inputType(2);
    default:
      return inputType(0);
  }
}

function laterOutputType({ opType }: GraphNode, first: number): number {
  if (opType === 'Dropout') return DataType.BOOL;
  return places.has(opType) ? DataType.INT64 : first;
}

function constantType({ attribute: [value] }: GraphNode): number {
  if (value?.t) return value.t.dataType ?? DataType.UNDEFINED;
  if (value?.name === 'value_float' || value?.name === 'value_floats') return DataType.FLOAT;
  return DataType.INT64;
}
