/** Reads past the end of a file are the fault of the file; all other failures are ours. */
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';

/**
 * Runs a header reader.
 * @throws ImageFault in place of the RangeError of a read past the end
 */
export function wholeHeader<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ImageFault('invalid', 'The file ends in the middle of its header; please upload it again', cause);
  }
}
