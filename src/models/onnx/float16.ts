/** Half precision weights (IEEE 754 binary16) as single precision. Every half is exactly a single. */
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
