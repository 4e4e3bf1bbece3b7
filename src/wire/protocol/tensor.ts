/** A tensor on the wire: its shape, and how many bytes that asks for. */
import { bytesOfElement, type Datatype } from './datatype.ts';
import { MessageFault } from './fault.ts';

/** A tensor as it travels: raw little-endian elements, row-major, without padding. */
export interface WireTensor {
  readonly name: string;
  readonly datatype: Datatype;
  readonly shape: readonly number[];
  /** Exactly product(shape) × bytes of an element. */
  readonly data: Uint8Array;
}

/** A batch of pictures has 4; more than 8 is a mistake. */
const maxRank = 8;

/**
 * Reads a shape out of a message.
 * @throws MessageFault where it is not a list of at most 8 whole numbers from 0 up
 */
export function readShape(name: string, value: unknown): number[] {
  if (!Array.isArray(value) || value.length > maxRank) {
    throw new MessageFault(`Expected a shape of at most ${maxRank} dimensions for tensor ${name}`);
  }
  for (const dimension of value) {
    if (!Number.isSafeInteger(dimension) || dimension < 0) {
      throw new MessageFault(`Expected whole numbers from 0 up in the shape of tensor ${name}`);
    }
  }
  return value as number[];
}

/**
 * Bytes that a tensor of this shape takes. An empty shape is a scalar.
 * @throws MessageFault where the product is beyond exact integers
 */
export function bytesOfTensor(name: string, datatype: Datatype, shape: readonly number[]): number {
  const bytes = shape.reduce((product, dimension) => product * dimension, bytesOfElement(datatype));
  if (!Number.isSafeInteger(bytes)) throw new MessageFault(`The shape of tensor ${name} is too large`);
  return bytes;
}
