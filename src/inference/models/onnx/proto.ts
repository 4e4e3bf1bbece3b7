/**
 * ONNX files as objects. The one place that knows what protobuf.js makes of `onnx.proto`, which is that of ONNX 1.10.2.
 * Format: https://github.com/onnx/onnx/blob/v1.10.2/docs/IR.md
 */
import { onnx } from './onnx.generated.js';

export { onnx };

export type Model = onnx.ModelProto;
export type GraphNode = onnx.NodeProto;
export type GraphTensor = onnx.TensorProto;
export type GraphAttribute = onnx.IAttributeProto;
export type ValueInfo = onnx.IValueInfoProto;

export const { DataType } = onnx.TensorProto;

/** A graph with its fields filled in: absent lists are empty. */
export interface Graph {
  readonly name: string;
  readonly nodes: readonly GraphNode[];
  /** The weights. */
  readonly initializers: readonly GraphTensor[];
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
}

/**
 * Reads an ONNX file. Weights stay views into `bytes`.
 * @throws Error when the bytes are no ONNX model
 */
export function decodeModel(bytes: Uint8Array): Model {
  let model: Model;
  try {
    model = onnx.ModelProto.decode(bytes);
  } catch (cause) {
    throw new Error('This file is not an ONNX model: its protobuf structure is broken', { cause });
  }
  if (!model.graph?.node?.length) throw new Error('This file is not an ONNX model: it has no graph');
  return model;
}

/** The graph of a model that {@link decodeModel} read. */
export function graphOf(model: Model): Graph {
  const graph = onnx.GraphProto.create(model.graph ?? {});
  return {
    name: graph.name,
    nodes: graph.node.map((node) => onnx.NodeProto.create(node)),
    initializers: graph.initializer.map((tensor) => onnx.TensorProto.create(tensor)),
    inputs: graph.input,
    outputs: graph.output,
  };
}

export interface ModelHeader {
  /** Who wrote the file. */
  readonly producer: string;
  /** Version of the default operator set. */
  readonly opset: number;
}

/** IR version 8: the newest that this onnx.proto describes, and the one of opset 15. */
const onnxIrVersion = 8;

/** Writes a model with another graph: format version and operator sets stay those of the model that was read. */
export function encodeWith(model: Model, graph: Graph, producer: string): Uint8Array {
  const { irVersion, opsetImport, functions } = model;
  return onnx.ModelProto.encode({
    irVersion,
    producerName: producer,
    opsetImport,
    functions,
    graph: messageOf(graph),
  }).finish();
}

/** Writes an ONNX file. Equal graphs give equal bytes. */
export function encodeModel(graph: Graph, { producer, opset }: ModelHeader): Uint8Array {
  return onnx.ModelProto.encode({
    irVersion: onnxIrVersion,
    producerName: producer,
    opsetImport: [{ domain: '', version: opset }],
    graph: messageOf(graph),
  }).finish();
}

function messageOf(graph: Graph): onnx.IGraphProto {
  return {
    name: graph.name,
    node: [...graph.nodes],
    initializer: [...graph.initializers],
    input: [...graph.inputs],
    output: [...graph.outputs],
  };
}

/**
 * Version of the default operator set that a model uses.
 * @throws Error when it is older than `oldest`
 */
export function opsetOf(model: Model, oldest: number): number {
  const opset = Number(model.opsetImport.find(({ domain }) => !domain || domain === 'ai.onnx')?.version ?? 0);
  if (opset < oldest) {
    throw new Error(`This graph uses operator set ${opset} and the preparation needs ${oldest} or newer`);
  }
  return opset;
}
