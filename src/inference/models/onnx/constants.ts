/** What a graph knows before it runs: its weights, and the constants that nodes carry. */
import { DataType, type Graph, type GraphTensor, onnx } from './proto.ts';

/** Weights and constants by value name. */
export function constantsOf({ nodes, initializers }: Graph): ReadonlyMap<string, GraphTensor> {
  const tensors = new Map(initializers.map((tensor) => [tensor.name, tensor]));
  for (const { opType, attribute, output } of nodes) {
    const value = attribute.find(({ name }) => name === 'value')?.t;
    if (opType === 'Constant' && value) tensors.set(output[0], onnx.TensorProto.create(value));
  }
  return tensors;
}

/** The numbers of a float32 tensor; undefined for another type. */
export function floatsOf({ dataType, rawData, floatData }: GraphTensor): Float32Array | undefined {
  if (dataType !== DataType.FLOAT) return undefined;
  if (rawData.length === 0) return Float32Array.from(floatData);
  // ONNX stores raw tensors little-endian whatever the machine; typed arrays would follow the machine.
  const view = new DataView(rawData.buffer, rawData.byteOffset, rawData.length);
  return Float32Array.from({ length: rawData.length >> 2 }, (_, at) => view.getFloat32(4 * at, true));
}

/** The numbers of an int64 tensor; undefined for another type. */
export function integersOf({ dataType, rawData, int64Data }: GraphTensor): readonly number[] | undefined {
  if (dataType !== DataType.INT64) return undefined;
  if (rawData.length === 0) return int64Data.map(Number);
  const view = new DataView(rawData.buffer, rawData.byteOffset, rawData.length);
  return Array.from({ length: rawData.length >> 3 }, (_, at) => Number(view.getBigInt64(8 * at, true)));
}
