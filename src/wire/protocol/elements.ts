/** Elements of a tensor as JSON numbers, for peers that do not send or read binary data. */
import { bytesOfElement, type Datatype } from './datatype.ts';
import { MessageFault } from './fault.ts';

type Write = (view: DataView, offset: number, value: number | boolean) => void;

const asNumber: Readonly<Record<Datatype, Write | undefined>> = {
  BOOL: (view, offset, value) => view.setUint8(offset, value ? 1 : 0),
  UINT8: whole(0, 0xff, (view, offset, value) => view.setUint8(offset, value)),
  UINT16: whole(0, 0xffff, (view, offset, value) => view.setUint16(offset, value, true)),
  UINT32: whole(0, 0xffff_ffff, (view, offset, value) => view.setUint32(offset, value, true)),
  UINT64: whole(0, Number.MAX_SAFE_INTEGER, (view, offset, value) => view.setBigUint64(offset, BigInt(value), true)),
  INT8: whole(-0x80, 0x7f, (view, offset, value) => view.setInt8(offset, value)),
  INT16: whole(-0x8000, 0x7fff, (view, offset, value) => view.setInt16(offset, value, true)),
  INT32: whole(-0x8000_0000, 0x7fff_ffff, (view, offset, value) => view.setInt32(offset, value, true)),
  INT64: whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, (view, offset, value) =>
    view.setBigInt64(offset, BigInt(value), true),
  ),
  // The extension's text: FP16 travels only as binary.
  FP16: undefined,
  FP32: (view, offset, value) => view.setFloat32(offset, Number(value), true),
  FP64: (view, offset, value) => view.setFloat64(offset, Number(value), true),
};

/**
 * Packs a JSON `data` array, flat or nested as the protocol allows, into raw elements.
 * @param bytes what the shape asks for; the number of elements must fit it exactly
 * @throws MessageFault where an element is missing, left over, out of range or of another type
 */
export function packElements(name: string, datatype: Datatype, bytes: number, data: unknown): Uint8Array<ArrayBuffer> {
  const write = asNumber[datatype];
  if (!write) throw new MessageFault(`Tensor ${name} is ${datatype}, which travels as binary data only`);
  if (!Array.isArray(data)) throw new MessageFault(`Expected an array as data of tensor ${name}`);
  const step = bytesOfElement(datatype);
  // Counted before anything is allocated: a short body may claim a huge shape.
  const count = countElements(name, data, 0);
  if (count * step !== bytes) {
    throw new MessageFault(`Tensor ${name} has ${count} elements where its shape asks for ${bytes / step}`);
  }
  const packed = new Uint8Array(bytes);
  const view = new DataView(packed.buffer);
  let offset = 0;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    const fits = datatype === 'BOOL' ? typeof value === 'boolean' : typeof value === 'number';
    if (!fits) throw new MessageFault(`Tensor ${name} holds an element that is not ${datatype}`);
    try {
      write(view, offset, value as number | boolean);
    } catch (cause) {
      throw new MessageFault(`Tensor ${name} holds an element outside the range of ${datatype}`, cause);
    }
    offset += step;
  };
  visit(data);
  return packed;
}

/** Deep enough for every shape that is accepted, and shallow enough for the stack. */
const maxNesting = 8;

function countElements(name: string, data: readonly unknown[], depth: number): number {
  if (depth >= maxNesting) throw new MessageFault(`The data of tensor ${name} is nested too deeply`);
  let count = 0;
  for (const item of data) count += Array.isArray(item) ? countElements(name, item, depth + 1) : 1;
  return count;
}

function whole(min: number, max: number, write: (view: DataView, offset: number, value: number) => void): Write {
  return (view, offset, value) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max) throw new RangeError(`not in ${min} to ${max}`);
    write(view, offset, number);
  };
}

/**
 * The opposite: raw elements as a flat JSON array, for peers that cannot read binary data.
 * @throws MessageFault for FP16, and for 64-bit values beyond exact integers
 */
export function listElements(name: string, datatype: Datatype, data: Uint8Array): (number | boolean)[] {
  const read = asList[datatype];
  if (!read) throw new MessageFault(`Tensor ${name} is ${datatype}, which travels as binary data only: ask for binary`);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const step = bytesOfElement(datatype);
  const list = new Array<number | boolean>(data.byteLength / step);
  for (let index = 0; index < list.length; index += 1) {
    const value = read(view, index * step);
    if (typeof value === 'number' && step === 8 && datatype !== 'FP64' && !Number.isSafeInteger(value)) {
      throw new MessageFault(`Tensor ${name} holds a value beyond exact JSON numbers: ask for binary data`);
    }
    list[index] = value;
  }
  return list;
}

const asList: Readonly<Record<Datatype, ((view: DataView, offset: number) => number | boolean) | undefined>> = {
  BOOL: (view, offset) => view.getUint8(offset) !== 0,
  UINT8: (view, offset) => view.getUint8(offset),
  UINT16: (view, offset) => view.getUint16(offset, true),
  UINT32: (view, offset) => view.getUint32(offset, true),
  UINT64: (view, offset) => Number(view.getBigUint64(offset, true)),
  INT8: (view, offset) => view.getInt8(offset),
  INT16: (view, offset) => view.getInt16(offset, true),
  INT32: (view, offset) => view.getInt32(offset, true),
  INT64: (view, offset) => Number(view.getBigInt64(offset, true)),
  FP16: undefined,
  FP32: (view, offset) => view.getFloat32(offset, true),
  FP64: (view, offset) => view.getFloat64(offset, true),
};
