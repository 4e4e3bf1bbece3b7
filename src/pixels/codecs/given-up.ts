/** What our decoders in C throw, and what callers get of it. */
import { ImageFault } from '../pipeline/picture/fault.ts';
import { brokenData } from './broken-data.ts';
import { BeyondRowDecoder } from './row-decoder.ts';

/** Why a decoder gives a file up, by number in its host.h. Decoders may have more reasons. */
export const reasons = { broken: 1, beyondGrant: 2 } as const;

/** The decoder gives the file up. Thrown through its own frames: the instance is of no use any more. */
export class GivenUp extends Error {
  /** By number in the C of the decoder. */
  readonly reason: number;

  constructor(reason: number, message: string) {
    super(message);
    this.name = 'GivenUp';
    this.reason = reason;
  }
}

/** What the caller gets, with the words of the decoder as its cause. */
export function faultOf(cause: unknown, formatName: string): unknown {
  const reason = cause instanceof GivenUp ? cause.reason : null;
  if (reason === reasons.beyondGrant) return new BeyondRowDecoder(cause);
  // A trap is a fault of the decoder, which only such a file brings out.
  if (reason === reasons.broken || cause instanceof WebAssembly.RuntimeError) {
    return new ImageFault('invalid', brokenData(formatName), cause);
  }
  return cause;
}
