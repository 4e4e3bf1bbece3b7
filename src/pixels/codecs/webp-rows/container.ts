/** Where libwebp finds the picture in a WebP file: as its `ParseHeadersInternal` reads RIFF, RFC 9649. */
import { ByteReader, entryUs } from '../../pipeline/picture/bytes.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { brokenData } from '../broken-data.ts';

/** Parts of a lossy file. */
export interface LossyParts {
  /** The VP8 frame, and the byte that makes its length even, which libwebp reads with it. */
  readonly frame: Uint8Array;
  /** The last alpha chunk before the frame. */
  readonly alpha: Uint8Array | null;
}

const riffHeaderBytes = 12;
const chunkHeaderBytes = 8;
const extendedHeaderBytes = 10;
const animationFlag = 2;
/** Of the type that follows the length of a container. */
const typeBytes = 4;
const mostChunkBytes = 0xffffffff - chunkHeaderBytes - 1;

/**
 * Finds the parts of a lossy file that is no animation. Chunks are its steps.
 * @throws ImageFault where a chunk is not as it should be, or the file ends before it does; where the picture is not lossy
 */
export function* lossyParts(file: Uint8Array): Generator<number, LossyParts, void> {
  const reader = new ByteReader(file, true);
  const check = (holds: boolean, what: string) => {
    if (!holds) throw new ImageFault('invalid', brokenData('WebP'), new Error(what));
  };
  const bytesAt = (at: number): number => {
    check(at + chunkHeaderBytes <= file.length, 'the file ends before the picture');
    const bytes = reader.u32(at + typeBytes);
    check(bytes <= mostChunkBytes, 'a chunk is too long');
    return bytes;
  };
  check(file.length >= riffHeaderBytes && reader.has(0, 'RIFF') && reader.has(8, 'WEBP'), 'no RIFF container');
  const riffBytes = bytesAt(0);
  check(riffBytes >= typeBytes + chunkHeaderBytes, 'the container is too short');
  const riffEnd = chunkHeaderBytes + riffBytes;
  check(riffEnd <= file.length, 'the container ends behind the file');
  let at = riffHeaderBytes;
  let alpha: Uint8Array | null = null;
  if (reader.has(at, 'VP8X')) {
    check(bytesAt(at) === extendedHeaderBytes, 'VP8X is of another length');
    check(((file[at + chunkHeaderBytes] ?? 0) & animationFlag) === 0, 'the container is one of an animation');
    at += chunkHeaderBytes + extendedHeaderBytes;
    for (;;) {
      yield entryUs;
      const bytes = bytesAt(at);
      const end = at + chunkHeaderBytes + bytes + (bytes & 1);
      check(end <= riffEnd, 'a chunk ends behind the container');
      if (reader.has(at, 'VP8 ')) break;
      if (reader.has(at, 'ALPH')) alpha = file.subarray(at + chunkHeaderBytes, at + chunkHeaderBytes + bytes);
      at = end;
    }
  }
  check(reader.has(at, 'VP8 '), 'no lossy picture');
  const bytes = bytesAt(at);
  const start = at + chunkHeaderBytes;
  check(start + bytes <= riffEnd, 'the picture ends behind the container');
  return { frame: file.subarray(start, start + bytes + (bytes & 1)), alpha };
}
