/** Weights that are in float16 in the file, and go through a Cast when it is read, as the float32 numbers that they are. */
import { makeWidener } from './float16.ts';
import { DataType, type Graph, onnx } from './proto.ts';
import { readInteger } from './walk.ts';

/** Replaces every Cast of a float16 weight to float32 by the weight. The graph computes what it computed. */
export function foldWeightCasts(graph: Graph): Graph {
  const halves = new Map(
    graph.initializers.filter(({ dataType }) => dataType === DataType.FLOAT16).map((tensor) => [tensor.name, tensor]),
  );
  const casts = graph.nodes.filter(
    (node) =>
      node.opType === 'Cast' &&
      halves.has(node.input[0]) &&
      readInteger(node, 'to', DataType.UNDEFINED) === DataType.FLOAT,
  );
  const widen = makeWidener();
  const widened = casts.flatMap(({ input: [half], output: [name] }) => {
    const tensor = halves.get(half);
    return tensor ? [onnx.TensorProto.create({ ...widen(tensor), name })] : [];
  });
  const dropped = new Set(casts);
  const nodes = graph.nodes.filter((node) => !dropped.has(node));
  const read = new Set(nodes.flatMap(({ input }) => input));
  return {
    ...graph,
    nodes,
    initializers: [...graph.initializers.filter(({ name }) => read.has(name)), ...widened],
  };
}
