/**
 * Our own graph with the weights of a published network. In our file those weights are named as they are in the published one, and
 * have no content. What was learned beside them, adapters of low rank (LoRA; Hu et al., ICLR 2022), is written as
 * Gemm(down, up, weight): the sum is computed here, so that adapters cost nothing when the network runs.
 *
 * Deterministic: the same two files give the same bytes on every machine.
 */
import { floatsOf } from '../onnx/constants.ts';
import { foldWeightCasts } from '../onnx/fold.ts';
import {
  DataType,
  decodeModel,
  encodeWith,
  type Graph,
  type GraphNode,
  type GraphTensor,
  graphOf,
  onnx,
} from '../onnx/proto.ts';
import { readInteger } from '../onnx/walk.ts';

/**
 * Fills a graph.
 * @param published the ONNX file with the weights; its graph is not used
 * @param ours the ONNX file whose weights without content are to be filled
 * @returns an ONNX file, float32 throughout
 * @throws Error where the published file lacks a weight, or has it in another size or type
 */
export function fillGraph(published: Uint8Array, ours: Uint8Array): Uint8Array {
  const weights = new Map(graphOf(decodeModel(published)).initializers.map((tensor) => [tensor.name, tensor]));
  const model = decodeModel(ours);
  const graph = graphOf(model);
  const initializers = graph.initializers.map((tensor) => (isEmpty(tensor) ? filled(tensor, weights) : tensor));
  return encodeWith(model, mergeAdapters(foldWeightCasts({ ...graph, initializers })), 'edgematte');
}

function isEmpty(tensor: GraphTensor): boolean {
  return tensor.dataType === DataType.FLOAT && tensor.rawData.length === 0 && tensor.floatData.length === 0;
}

function filled(tensor: GraphTensor, weights: ReadonlyMap<string, GraphTensor>): GraphTensor {
  const found = weights.get(tensor.name);
  const fits = found?.dataType === DataType.FLOAT && found.rawData.length === 4 * countOf(tensor);
  if (!found || !fits) {
    throw new Error(
      `The published file has no weight ${tensor.name} of ${countOf(tensor)} float32: it is not the file that this graph was made for`,
    );
  }
  return onnx.TensorProto.create({ ...tensor, rawData: found.rawData });
}

function countOf({ dims }: GraphTensor): number {
  return dims.reduce<number>((count, size) => count * Number(size), 1);
}

/** Replaces every Gemm of three weights by the weight that it computes. */
function mergeAdapters(graph: Graph): Graph {
  const weights = new Map(graph.initializers.map((tensor) => [tensor.name, tensor]));
  const merged: GraphTensor[] = [];
  const nodes = graph.nodes.filter((node) => {
    const [down, up, weight] = node.input.map((name) => weights.get(name));
    if (node.opType !== 'Gemm' || !down || !up || !weight) return true;
    merged.push(sum(node, down, up, weight));
    return false;
  });
  const read = new Set(nodes.flatMap(({ input }) => input));
  return { ...graph, nodes, initializers: [...graph.initializers, ...merged].filter(({ name }) => read.has(name)) };
}

/** weight[i,o] + Σ down[r,i] up[o,r], summed in float64. */
function sum(node: GraphNode, down: GraphTensor, up: GraphTensor, weight: GraphTensor): GraphTensor {
  if (readInteger(node, 'transA', 0) !== 1 || readInteger(node, 'transB', 0) !== 1)
    throw new Error(`${node.name} is not an adapter of this kind: its factors must both be transposed`);
  const [rank, inputs] = down.dims.map(Number);
  const outputs = Number(up.dims[0]);
  const [left, right, base] = [down, up, weight].map((tensor) => floatsOf(tensor) ?? new Float32Array());
  const rawData = new Uint8Array(4 * inputs * outputs);
  const written = new DataView(rawData.buffer);
  for (let i = 0; i < inputs; i++) {
    for (let o = 0; o < outputs; o++) {
      let value = base[i * outputs + o];
      for (let r = 0; r < rank; r++) value += left[r * inputs + i] * right[o * rank + r];
      written.setFloat32(4 * (i * outputs + o), value, true);
    }
  }
  return onnx.TensorProto.create({ name: node.output[0], dataType: DataType.FLOAT, dims: weight.dims, rawData });
}
