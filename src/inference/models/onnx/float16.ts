/** Half precision numbers (IEEE 754 binary16) as single precision and back. Every half is exactly a single. */
import { DataType, type GraphNode, type GraphTensor, onnx } from './proto.ts';

/** The number behind 16 bits. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** One number per possible half: 44 million weights are looked up, not computed. */
function halves(): Float32Array {
  const table = new Float32Array(2 ** 16);
  for (let bits = 0; bits < table.length; bits++) table[bits] = halfToNumber(bits);
  return table;
}

/** A converter that shares one table: float16 tensors become float32, others stay as they are. */
export function makeWidener(): (tensor: GraphTensor) => GraphTensor {
  const table = halves();
  return (tensor) => {
    if (tensor.dataType !== DataType.FLOAT16) return tensor;
    return onnx.TensorProto.create({
      name: tensor.name,
      dims: tensor.dims,
      dataType: DataType.FLOAT,
      rawData: widen(tensor, table),
    });
  };
}

/** ONNX stores raw tensors little-endian whatever the machine; typed arrays would follow the machine. */
function widen({ name, rawData, int32Data }: GraphTensor, table: Float32Array): Uint8Array {
  if (rawData.length % 2 !== 0 || int32Data.length > 0) {
    throw new Error(`Weight ${name} is not stored as raw float16: this published file needs another preparation`);
  }
  const source = new DataView(rawData.buffer, rawData.byteOffset, rawData.length);
  const widened = new Uint8Array(rawData.length * 2);
  const target = new DataView(widened.buffer);
  for (let at = 0; at < rawData.length; at += 2) target.setFloat32(at * 2, table[source.getUint16(at, true)], true);
  return widened;
}

/** Widens the constants that nodes carry in their attributes. */
export function widenAttributes(node: GraphNode, widener: (tensor: GraphTensor) => GraphTensor): GraphNode {
  if (!node.attribute.some((attribute) => attribute.t)) return node;
  const attribute = node.attribute.map((item) =>
    item.t ? { ...item, t: widener(onnx.TensorProto.create(item.t)) } : item,
  );
  return onnx.NodeProto.create({ ...node, attribute });
}

const largestHalf = 0x7bff;
const infiniteHalf = 0x7c00;
const single = new DataView(new ArrayBuffer(4));

/**
 * The 16 bits nearest to a number. Numbers that a half cannot hold do not become infinite or 0: large ones become the
 * largest half rather than infinite, and small ones the smallest rather than 0, because graphs divide by them.
 */
export function numberToHalf(value: number): number {
  single.setFloat32(0, value);
  return bitsToHalf(single.getUint32(0));
}

function bitsToHalf(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude === 0x7f800000) return sign | infiniteHalf;
  if (magnitude === 0) return sign;
  const exponent = (magnitude >>> 23) - 112;
  if (exponent >= 31) return sign | largestHalf;
  if (exponent < -10) return sign | 1;
  // Below the normal numbers the leading 1 is written out and shifted.
  const whole = exponent > 0 ? magnitude - 0x38000000 : (magnitude & 0x7fffff) | 0x800000;
  const shift = exponent > 0 ? 13 : 14 - exponent;
  const floor = whole >>> shift;
  const rest = whole & ((1 << shift) - 1);
  const middle = 1 << (shift - 1);
  const rounded = floor + (rest > middle || (rest === middle && floor & 1) ? 1 : 0);
  return sign | Math.min(largestHalf, Math.max(1, rounded));
}

/** A float32 tensor as float16, under another name. */
export function narrow(tensor: GraphTensor, name: string): GraphTensor {
  const count = tensor.rawData.length > 0 ? tensor.rawData.length / 4 : tensor.floatData.length;
  const rawData = new Uint8Array(count * 2);
  const target = new DataView(rawData.buffer);
  const source = new DataView(tensor.rawData.buffer, tensor.rawData.byteOffset, tensor.rawData.length);
  for (let at = 0; at < count; at++) {
    const half =
      source.byteLength > 0 ? bitsToHalf(source.getUint32(at * 4, true)) : numberToHalf(tensor.floatData[at]);
    target.setUint16(at * 2, half, true);
  }
  return onnx.TensorProto.create({ name, dims: tensor.dims, dataType: DataType.FLOAT16, rawData });
}
