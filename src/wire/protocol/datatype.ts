/** Element types of the Open Inference Protocol v2 ("Tensor Data Types"). BYTES is left out: no network here uses it. */

const elementBytes = {
  BOOL: 1,
  UINT8: 1,
  UINT16: 2,
  UINT32: 4,
  UINT64: 8,
  INT8: 1,
  INT16: 2,
  INT32: 4,
  INT64: 8,
  FP16: 2,
  FP32: 4,
  FP64: 8,
} as const;

export type Datatype = keyof typeof elementBytes;

/** Names are case-sensitive. */
export function isDatatype(text: unknown): text is Datatype {
  return typeof text === 'string' && Object.hasOwn(elementBytes, text);
}

/** @returns bytes of one element, 1 to 8 */
export function bytesOfElement(datatype: Datatype): number {
  return elementBytes[datatype];
}
