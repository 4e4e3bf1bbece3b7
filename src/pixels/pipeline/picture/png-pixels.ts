/** The zlib stream of a PNG file (W3C PNG Specification, section 10), as far as it is needed for every pixel. */
import { constants } from 'node:zlib';
import { SharedThread } from '../../bounds/shared-thread.ts';
import { ByteReader, entryUs } from './bytes.ts';
import { ImageFault } from './fault.ts';
import { inflated } from './inflate.ts';
import { pngChunks } from './png-chunks.ts';

const joinedBytes = 64 * 1024;
/** Bytes beyond the last pixel that are read for the checksum behind them: as many as libpng reads. */
const surplusBytes = 1024;

/**
 * Expands the rows of a picture, filtered as they are. Its end and its checksum may be missing once all rows are there.
 * Others have their turns.
 * @param rawBytes of all rows
 * @returns `rawBytes` in pieces
 * @throws ImageFault where a row is missing, and for broken data or a wrong checksum
 */
export async function* inflatePngPixels(
  file: Uint8Array,
  rawBytes: number,
  thread = new SharedThread(),
): AsyncGenerator<Uint8Array, void, void> {
  let left = rawBytes;
  try {
    for await (const piece of inflated(zlibPieces(file, thread), { finishFlush: constants.Z_SYNC_FLUSH }, thread)) {
      if (left > 0) yield piece.subarray(0, left);
      left -= piece.length;
      if (left <= -surplusBytes) break;
    }
  } catch (cause) {
    throw incomplete(cause);
  }
  if (left > 0) throw incomplete();
}

/** The data of all `IDAT` chunks: short ones are joined, for there may be millions. */
async function* zlibPieces(file: Uint8Array, thread: SharedThread): AsyncGenerator<Uint8Array, void, void> {
  let joined = new Uint8Array(joinedBytes);
  let filled = 0;
  for (const { type, at, end } of pngChunks(new ByteReader(file))) {
    const turn = thread.after(entryUs);
    if (turn) await turn;
    if (type !== 'IDAT') continue;
    if (filled > 0 && filled + end - at > joinedBytes) {
      yield joined.subarray(0, filled);
      joined = new Uint8Array(joinedBytes);
      filled = 0;
    }
    const data = file.subarray(at, end);
    if (data.length > joinedBytes) {
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
