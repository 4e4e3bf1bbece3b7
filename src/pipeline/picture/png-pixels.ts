/** The zlib stream of a PNG file (W3C PNG Specification, section 10), as far as it is needed for every pixel. */
import { constants, createInflate, type Inflate } from 'node:zlib';
import { pngChunks } from '../probe/png.ts';
import { ByteReader } from './bytes.ts';
import { ImageFault } from './fault.ts';

const blockBytes = 64 * 1024;
/** Bytes beyond the last pixel that are read for the checksum behind them: as many as libpng reads. */
const surplusBytes = 1024;

/**
 * Expands the rows of a picture, filtered as they are. Its end and its checksum may be missing once all rows are there.
 * @param rawBytes of all rows
 * @returns `rawBytes` in pieces
 * @throws ImageFault where a row is missing, and for broken data or a wrong checksum
 */
export async function* inflatePngPixels(file: Uint8Array, rawBytes: number): AsyncGenerator<Uint8Array, void, void> {
  const inflate = createInflate({ chunkSize: blockBytes, finishFlush: constants.Z_SYNC_FLUSH });
  let left = rawBytes;
  try {
    feed(inflate, file).catch((fault: unknown) => inflate.destroy(fault instanceof Error ? fault : undefined));
    for await (const piece of inflate as AsyncIterable<Uint8Array>) {
      if (left > 0) yield piece.subarray(0, left);
      left -= piece.length;
      if (left <= -surplusBytes) break;
    }
  } catch (cause) {
    throw incomplete(cause);
  } finally {
    inflate.destroy();
  }
  if (left > 0) throw incomplete();
}

/** Hands the stream over, a block at a time as it is consumed; what follows its end is never asked for. */
async function feed(inflate: Inflate, file: Uint8Array): Promise<void> {
  for (const block of zlibBlocks(file)) {
    await new Promise<void>((resolve, reject) => {
      inflate.write(block, (fault) => (fault ? reject(fault) : resolve()));
    });
  }
  inflate.end();
}

/** The data of all `IDAT` chunks, some bytes at a time: short ones are joined, for there may be millions. */
function* zlibBlocks(file: Uint8Array): Generator<Uint8Array> {
  let joined = new Uint8Array(blockBytes);
  let filled = 0;
  for (const { type, at, end } of pngChunks(new ByteReader(file))) {
    if (type !== 'IDAT') continue;
    if (filled > 0 && filled + end - at > blockBytes) {
      yield joined.subarray(0, filled);
      joined = new Uint8Array(blockBytes);
      filled = 0;
    }
    const data = file.subarray(at, end);
    if (data.length > blockBytes) {
      yield data;
    } else {
      joined.set(data, filled);
      filled += data.length;
    }
  }
  if (filled > 0) yield joined.subarray(0, filled);
}

function incomplete(cause?: unknown): ImageFault {
  return new ImageFault('invalid', 'The PNG data is broken or incomplete; please send the original file', cause);
}
