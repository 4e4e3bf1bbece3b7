/**
 * From numbers to 8-bit integers: number = (integer − zero point) × scale.
 * Operators: https://github.com/onnx/onnx/blob/v1.14.0/docs/Operators.md#QuantizeLinear
 */
import { DataType, type GraphTensor, onnx } from '../onnx/proto.ts';

/** How a value is written in bytes 0…255. */
export interface Steps {
  readonly scale: number;
  /** The byte that is zero. */
  readonly zeroPoint: number;
}

/**
 * Steps for a range, which is widened to hold zero: padding and clipped negatives must be exact.
 * @returns a scale that is a float32 number, so that it is the same when it is read back
 */
export function stepsOf([low, high]: readonly [low: number, high: number]): Steps {
  const from = Math.min(low, 0);
  const to = Math.max(high, 0);
  // A value that is always zero still needs a scale.
  const scale = Math.fround(to > from ? (to - from) / 255 : 1 / 255);
  return { scale, zeroPoint: Math.round((0 - from) / scale) };
}

export interface IntegerWeights {
  /** int8, of the weights' shape. */
  readonly weights: GraphTensor;
  /** float32, one for each output channel. */
  readonly scales: readonly number[];
}

/**
 * The greatest weight, as an integer. With 127 two products with bytes are up to 64,770, which AVX2 cuts at 32,767 where it adds them in
 * 16 bits; with 63 they are up to 32,130.
 */
export type GreatestWeight = 127 | 63;

/** Weights of a convolution, each output channel with a scale of its own: the greatest of them is ± `greatestInteger`. */
export function quantiseWeights(weights: GraphTensor, name: string, greatestInteger: GreatestWeight): IntegerWeights {
  const [channels] = weights.dims.map(Number);
  const values = floatsOf(weights);
  const each = values.length / channels;
  const scales: number[] = [];
  const bytes = new Uint8Array(values.length);
  for (let from = 0; from < values.length; from += each) {
    let greatest = 0;
    for (let at = from; at < from + each; at++) greatest = Math.max(greatest, Math.abs(values[at]));
    const scale = scaleOf(greatest, greatestInteger);
    scales.push(scale);
    for (let at = from; at < from + each; at++) bytes[at] = roundToEven(values[at] / scale);
  }
  const tensor = onnx.TensorProto.create({ name, dims: weights.dims, dataType: DataType.INT8, rawData: bytes });
  return { weights: tensor, scales };
}

/** By which the greatest weight is ± `integer`; weights that are all zero still need one. */
function scaleOf(greatest: number, integer: GreatestWeight): number {
  return Math.fround(greatest > 0 ? greatest / integer : 1 / integer);
}

/** Weights that rows of values are multiplied by, [in, out]: each output with a scale of its own, as {@link quantiseWeights}. */
export function quantiseProducts(weights: GraphTensor, name: string, greatestInteger: GreatestWeight): IntegerWeights {
  const [rows, columns] = weights.dims.map(Number);
  const values = floatsOf(weights);
  const scales = Array.from({ length: columns }, (_, column) => {
    let greatest = 0;
    for (let row = 0; row < rows; row++) greatest = Math.max(greatest, Math.abs(values[row * columns + column]));
    return scaleOf(greatest, greatestInteger);
  });
  const bytes = Uint8Array.from(values, (value, at) => roundToEven(value / scales[at % columns]));
  const tensor = onnx.TensorProto.create({ name, dims: weights.dims, dataType: DataType.INT8, rawData: bytes });
  return { weights: tensor, scales };
}

/** A convolution's bias in 32 bits: its sums are counted in steps of input scale × weight scale. */
export function quantiseBias(bias: GraphTensor, scales: readonly number[], name: string): GraphTensor {
  const rawData = new Uint8Array(scales.length * 4);
  const view = new DataView(rawData.buffer);
  for (const [at, value] of floatsOf(bias).entries()) {
    const counted = Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, roundToEven(value / scales[at])));
    view.setInt32(at * 4, counted, true);
  }
  return onnx.TensorProto.create({ name, dims: [scales.length], dataType: DataType.INT32, rawData });
}

/** @throws Error where a weight is not stored as raw float32 */
function floatsOf({ name, dataType, rawData }: GraphTensor): Float32Array {
  if (dataType !== DataType.FLOAT || rawData.length === 0)
    throw new Error(`Weight ${name} is not stored as raw float32: this file cannot be made 8-bit`);
  const view = new DataView(rawData.buffer, rawData.byteOffset, rawData.length);
  const values = new Float32Array(rawData.length / 4);
  for (let at = 0; at < values.length; at++) values[at] = view.getFloat32(at * 4, true);
  return values;
}

/** As QuantizeLinear rounds: halves to the even neighbour. */
function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const above = value - floor;
  if (above !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
