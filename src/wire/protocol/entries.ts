/** The `inputs` and `outputs` lists of a message: one entry a tensor, with its data inside or behind the header. */
import { isDatatype } from './datatype.ts';
import { listElements, packElements } from './elements.ts';
import { MessageFault } from './fault.ts';
import { isRecord, type MessageFrame } from './frame.ts';
import { bytesOfTensor, readShape, type WireTensor } from './tensor.ts';

/** Far above any network here, far below any harm. */
const maxTensors = 64;
const maxNameLength = 256;

/**
 * The entry that describes a tensor.
 * @throws MessageFault where data and shape differ, or the datatype cannot travel as JSON
 */
export function encodeEntry(tensor: WireTensor, binary: boolean): Record<string, unknown> {
  const { name, datatype, shape, data } = tensor;
  const bytes = bytesOfTensor(name, datatype, shape);
  if (bytes !== data.byteLength) {
    throw new MessageFault(`Tensor ${name} has ${data.byteLength} bytes where its shape asks for ${bytes}`);
  }
  const head = { name, datatype, shape };
  if (binary) return { ...head, parameters: { binary_data_size: bytes } };
  return { ...head, data: listElements(name, datatype, data) };
}

/**
 * Reads a list of tensors. Binary data is not copied: the tensors are views on the body.
 * @throws MessageFault where a size and a shape differ, data is missing, or bytes are left over
 */
export function decodeEntries(list: unknown, member: 'inputs' | 'outputs', frame: MessageFrame): WireTensor[] {
  if (!Array.isArray(list) || list.length === 0 || list.length > maxTensors) {
    throw new MessageFault(`Expected 1 to ${maxTensors} tensors in ${member}`);
  }
  let offset = 0;
  const tensors = list.map((entry: unknown): WireTensor => {
    const { name, parameters, record } = readEntry(entry, member);
    const { datatype } = record;
    if (!isDatatype(datatype)) throw new MessageFault(`Tensor ${name} has an unknown datatype`);
    const shape = readShape(name, record.shape);
    const bytes = bytesOfTensor(name, datatype, shape);
    const binaryBytes = parameters.binary_data_size;
    if (binaryBytes === undefined)
      return { name, datatype, shape, data: packElements(name, datatype, bytes, record.data) };
    if (record.data !== undefined && record.data !== null)
      throw new MessageFault(`Tensor ${name} has both data and binary_data_size`);
    if (binaryBytes !== bytes) {
      throw new MessageFault(`Tensor ${name} has another binary_data_size than its shape asks for, which is ${bytes}`);
    }
    if (bytes > frame.tensors.byteLength - offset) throw new MessageFault(`The body ends before tensor ${name} does`);
    const data = frame.tensors.subarray(offset, offset + bytes);
    offset += bytes;
    return { name, datatype, shape, data };
  });
  if (offset !== frame.tensors.byteLength) {
    throw new MessageFault(`The body has ${frame.tensors.byteLength - offset} bytes that belong to no tensor`);
  }
  return tensors;
}

/** Name and parameters that every entry has. @throws MessageFault */
export function readEntry(
  entry: unknown,
  member: 'inputs' | 'outputs',
): { name: string; parameters: Readonly<Record<string, unknown>>; record: Readonly<Record<string, unknown>> } {
  if (!isRecord(entry)) throw new MessageFault(`Expected an object as each of the ${member}`);
  const { name } = entry;
  const parameters = entry.parameters ?? {};
  if (typeof name !== 'string' || name === '' || name.length > maxNameLength) {
    throw new MessageFault(`Expected a name of 1 to ${maxNameLength} characters in each of the ${member}`);
  }
  if (!isRecord(parameters)) throw new MessageFault(`Expected an object as parameters of ${name}`);
  return { name, parameters, record: entry };
}
