/** Tensors of the wire as those of onnxruntime, and back. */
import type { InferenceSession, Tensor, TensorConstructor } from 'onnxruntime-node';
import { bytesOfElement, type Datatype } from '../../wire/protocol/datatype.ts';
import type { WireTensor } from '../../wire/protocol/tensor.ts';

/** What onnxruntime's JavaScript API calls a datatype, and the array that carries it. */
interface Element {
  readonly type: Tensor.Type;
  readonly array: new (buffer: ArrayBuffer, byteOffset: number, length: number) => ArrayBufferView;
}

const elements: Readonly<Record<Datatype, Element>> = {
  BOOL: { type: 'bool', array: Uint8Array },
  UINT8: { type: 'uint8', array: Uint8Array },
  UINT16: { type: 'uint16', array: Uint16Array },
  UINT32: { type: 'uint32', array: Uint32Array },
  UINT64: { type: 'uint64', array: BigUint64Array },
  INT8: { type: 'int8', array: Int8Array },
  INT16: { type: 'int16', array: Int16Array },
  INT32: { type: 'int32', array: Int32Array },
  INT64: { type: 'int64', array: BigInt64Array },
  // Node 22 has no Float16Array; onnxruntime takes the bits as 16-bit integers.
  FP16: { type: 'float16', array: Uint16Array },
  FP32: { type: 'float32', array: Float32Array },
  FP64: { type: 'float64', array: Float64Array },
};

/** Makes the runtime's tensor over raw elements, copying them only where they are not aligned. */
export function toRuntimeTensor(TensorClass: TensorConstructor, tensor: WireTensor): Tensor {
  const { type, array } = elements[tensor.datatype];
  const step = bytesOfElement(tensor.datatype);
  const aligned = tensor.data.byteOffset % step === 0 ? tensor.data : tensor.data.slice();
  const view = new array(aligned.buffer as ArrayBuffer, aligned.byteOffset, aligned.byteLength / step);
  // The constructor is overloaded by literal type; the table above keeps type and array together.
  return new TensorClass(type as 'uint8', view as Uint8Array, tensor.shape);
}

/**
 * Raw elements of an output. Valid until the next run where the runtime reuses its memory.
 * @throws Error for outputs that are no tensors of a known element type
 */
export function toWireTensor(name: string, value: InferenceSession.OnnxValueMapType[string]): WireTensor {
  const { type, dims, data } = value;
  const found = Object.entries(elements).find(([, element]) => element.type === type);
  if (!found || !ArrayBuffer.isView(data)) throw new Error(`Output ${name} is ${type}, which cannot be served`);
  const bytes = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  return { name, datatype: found[0] as Datatype, shape: [...dims], data: bytes };
}
