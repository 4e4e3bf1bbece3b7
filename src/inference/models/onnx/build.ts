/** Makes the pieces of a graph: nodes, attributes, small constants, declarations of inputs and outputs. */
import { DataType, type GraphAttribute, type GraphNode, type GraphTensor, onnx, type ValueInfo } from './proto.ts';

/** Integer or list of integers: the only attributes written here. */
export type AttributeValue = number | readonly number[];

/** A node without a domain, named after its only output. */
export function makeNode(
  opType: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, AttributeValue>> = {},
): GraphNode {
  return onnx.NodeProto.create({
    name: output,
    opType,
    input: [...inputs],
    output: [output],
    attribute: Object.entries(attributes).map(([name, value]) => makeAttribute(name, value)),
  });
}

function makeAttribute(name: string, value: AttributeValue): GraphAttribute {
  const { AttributeType } = onnx.AttributeProto;
  return typeof value === 'number'
    ? { name, type: AttributeType.INT, i: value }
    : { name, type: AttributeType.INTS, ints: [...value] };
}

/** A float32 constant; without `dims` a scalar. */
export function makeFloats(name: string, values: readonly number[], dims: readonly number[] = []): GraphTensor {
  const rawData = new Uint8Array(values.length * 4);
  const view = new DataView(rawData.buffer);
  for (const [index, value] of values.entries()) view.setFloat32(index * 4, value, true);
  return onnx.TensorProto.create({ name, dataType: DataType.FLOAT, dims: [...dims], rawData });
}

/** An int64 constant of one dimension, as Squeeze takes its axes since opset 13. */
export function makeIntegers(name: string, values: readonly number[]): GraphTensor {
  const rawData = new Uint8Array(values.length * 8);
  const view = new DataView(rawData.buffer);
  for (const [index, value] of values.entries()) view.setBigInt64(index * 8, BigInt(value), true);
  return onnx.TensorProto.create({ name, dataType: DataType.INT64, dims: [values.length], rawData });
}

/** A single byte, as the operators of quantisation take their zero point. */
export function makeByte(name: string, value: number): GraphTensor {
  return onnx.TensorProto.create({ name, dataType: DataType.UINT8, dims: [], rawData: Uint8Array.of(value) });
}

/**
 * Declares an input or output of bytes.
 * @param shape numbers are fixed, names are dimensions that the caller of the model chooses
 */
export function declareUint8(name: string, shape: readonly (number | string)[]): ValueInfo {
  return declare(name, shape, DataType.UINT8);
}

/** Declares an input or output of float32, see {@link declareUint8}. */
export function declareFloats(name: string, shape: readonly (number | string)[]): ValueInfo {
  return declare(name, shape, DataType.FLOAT);
}

function declare(name: string, shape: readonly (number | string)[], elemType: number): ValueInfo {
  const dim = shape.map((size) => (typeof size === 'number' ? { dimValue: size } : { dimParam: size }));
  return { name, type: { tensorType: { elemType, shape: { dim } } } };
}
