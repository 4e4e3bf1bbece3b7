/** Strips of rows as they are in a PNG: filtered (W3C PNG Specification, section 9), then compressed (RFC 1951). */
import type { Kernels } from '../../kernels/kernels.ts';
import { bytes, layOut, shorts } from '../../kernels/memory.ts';
import { deflateHistory } from './deflate.ts';

/** Filter types, as the byte before each row names them. */
export const filterNone = 0;
/** Difference to the row above. */
export const filterUp = 2;
/** Difference to left, above or upper left, whichever is nearest to their linear prediction. */
export const filterPaeth = 4;
/** The filter types that are written here. */
export type Filter = typeof filterNone | typeof filterUp | typeof filterPaeth;

/** How a strip is filtered, and how it is searched for repeats. */
export interface Recipe {
  readonly filter: Filter;
  /** Runs of one byte, and nothing else; or strings that occurred before, the longer the higher the level, 1 to 9. */
  readonly matches: 'runs' | { readonly level: number };
}

/** Raw rows of a picture that follow each other. */
export interface Strip {
  /** `stride` bytes each. */
  readonly rows: Uint8Array;
  /** The raw row above the first one; zeros at the top of the picture. */
  readonly above: Uint8Array;
  readonly stride: number;
  /** Bytes of one pixel. */
  readonly pixelBytes: number;
  /** The last one of the stream. The others end on a byte border, so that they may be concatenated. */
  readonly isLast: boolean;
}

/** A strip as it is written, and the checksum of the zlib stream up to its end (RFC 1950 section 8.2). */
export interface CodedStrip {
  readonly data: Uint8Array;
  readonly adler32: number;
}

/** The checksum of no bytes. */
export const adler32OfNothing = 1;

/** What `deflateRuns` wants room for. */
const tokensOfBlock = 32_767;
const mostDeflated = (count: number) => count * 2 + 400;

/**
 * Filters and compresses a strip. It shares no history with others.
 * @param adler32 the checksum of all strips before
 */
export function codeStrip(strip: Strip, { filter, matches }: Recipe, adler32: number): CodedStrip {
  const { rows, above, stride, isLast } = strip;
  const count = (rows.length / stride) * (stride + 1);
  const runs = matches === 'runs';
  const { kernels, arrays } = layOut({
    raw: bytes(stride + rows.length),
    coded: bytes(count),
    tokens: shorts(runs ? tokensOfBlock : 0),
    deflated: bytes(runs ? mostDeflated(count) : 0),
  });
  const { raw, coded, tokens, deflated } = arrays;
  raw.set(above.subarray(0, stride));
  raw.set(rows, stride);
  filterRows(kernels, strip, filter, raw, coded);
  const sum = kernels.adler32(adler32, coded.byteOffset, count) >>> 0;
  if (matches !== 'runs') return { data: deflateHistory(coded, matches.level, isLast), adler32: sum };
  const length = kernels.deflateRuns(
    ...[coded.byteOffset, count, Number(isLast), tokens.byteOffset, deflated.byteOffset],
  );
  return { data: deflated.slice(0, length), adler32: sum };
}

/** @param raw the row above, and the rows; @param coded rows led by their filter byte */
function filterRows(
  kernels: Kernels,
  { stride, pixelBytes }: Strip,
  filter: Filter,
  raw: Uint8Array,
  coded: Uint8Array,
) {
  for (let row = stride, to = 0; row < raw.length; row += stride, to += stride + 1) {
    coded[to] = filter;
    const at = raw.byteOffset + row;
    const into = coded.byteOffset + to + 1;
    if (filter === filterNone) coded.set(raw.subarray(row, row + stride), to + 1);
    else if (filter === filterUp) kernels.filterUp(at, at - stride, stride, into);
    else kernels.filterPaeth(at, at - stride, stride, pixelBytes, into);
  }
}
