/**
 * PNG files written as a stream of strips: W3C PNG Specification (Third Edition).
 *
 * Each strip of rows is made, filtered and compressed when the reader asks for it, so memory is a few strips whatever
 * the size of the picture, and a slow reader holds the work back.
 */
import type { CodePoints } from '../colour/code-points.ts';
import { concatenate } from '../concatenate.ts';
import type { RowWriter } from '../rows/compose.ts';
import { streamOf } from '../rows/piece-stream.ts';
import { beginRows, pixelUs, writeRows } from '../rows/row-steps.ts';
import { pngChunk, pngSignature } from './chunk.ts';
import { zlibStream } from './deflate.ts';
import { adler32OfNothing, codeStrip, filterNone, filterPaeth, filterUp, type Recipe, type Strip } from './strip.ts';

/** Raw bytes of one strip: large enough that the restart of compression costs nothing, small beside the isolate. */
const stripBytes = 512 * 1024;
/** Bytes of a strip, a row at least, that are compressed both ways to choose how. */
const sampleBytes = 32 * 1024;
/** Times the other size. Photos: 1.6 to 3.2. */
const clearlyLarger = 1.5;
const maxIccBytes = 4 * 1024 * 1024;

/** Photographs and soft mattes: on noisy residuals run lengths alone compress as well as a history search, and far faster. */
const soft: Recipe = { filter: filterPaeth, matches: 'runs' };
/** Flat graphics and text repeat whole strings, which only a history search finds. */
const graphic: Recipe = { filter: filterNone, matches: { level: 1 } };
/** Mattes of graphics do so too, and are small: the better level costs little. */
const graphicMatte: Recipe = { filter: filterUp, matches: { level: 6 } };

/**
 * Encodes rows as an 8-bit PNG: colour type 6 (RGBA) or 0 (grey).
 * @param icc RGB profile to embed, or null; left out of grey files, and where it is larger than 4 MiB
 * @param codePoints what the samples are, said beside the profile; left out of grey files
 * @returns the file, made strip by strip as it is read
 */
export function encodePng(
  rows: RowWriter,
  icc: Uint8Array | null,
  codePoints?: CodePoints,
): ReadableStream<Uint8Array> {
  return streamOf(pngPieces(rows, icc, codePoints));
}

/**
 * The same file as its pieces, each made when it is asked for. A number in front of one says about how many microseconds a step towards
 * it took.
 */
export function* pngPieces(
  rows: RowWriter,
  icc: Uint8Array | null,
  codePoints?: CodePoints,
): Generator<Uint8Array | number, void, void> {
  yield header(rows, icc, codePoints);
  const { widthPx, heightPx, channels } = rows;
  const stride = widthPx * channels;
  const bandRows = Math.min(heightPx, Math.max(1, Math.floor(stripBytes / stride)));
  const band = new Uint8Array(bandRows * stride);
  const above = new Uint8Array(stride);
  let checksum = adler32OfNothing;
  let choice: Choice = { recipe: soft, stripsLeft: 0 };
  yield* beginRows(rows);

  for (let top = 0; top < heightPx; top += bandRows) {
    const count = Math.min(bandRows, heightPx - top);
    const raw = band.subarray(0, count * stride);
    yield* writeRows(rows, count, raw);
    const isLast = top + count === heightPx;
    const strip: Strip = { rows: raw, above, stride, pixelBytes: channels, isLast };
    choice = choice.stripsLeft > 0 ? { ...choice, stripsLeft: choice.stripsLeft - 1 } : chooseRecipe(strip);
    const { data, adler32 } = codeStrip(strip, choice.recipe, checksum);
    above.set(raw.subarray((count - 1) * stride));
    checksum = adler32;
    // By its pixels: a strip of a matte has four times those of a cutout.
    yield count * widthPx * pixelUs;
    yield pngChunk('IDAT', [top === 0 ? zlibHeader : nothing, data, isLast ? bigEndian(checksum) : nothing]);
  }
  yield pngChunk('IEND', []);
}

const nothing = new Uint8Array(0);
/** RFC 1950 section 2.2: deflate with a 32 KiB window, fastest level. */
const zlibHeader = Uint8Array.of(0x78, 0x01);

/** How a strip is coded, and so many of those below it. */
interface Choice {
  readonly recipe: Recipe;
  readonly stripsLeft: number;
}

/** Compresses a sample of the strip both ways and takes what is smaller for the strip. A clear choice is that of three more strips. */
function chooseRecipe({ rows, ...strip }: Strip): Choice {
  const bytes = Math.max(1, Math.floor(sampleBytes / strip.stride)) * strip.stride;
  const sample: Strip = { ...strip, rows: rows.subarray(0, bytes), isLast: true };
  const flat = strip.pixelBytes === 1 ? graphicMatte : graphic;
  const [softSize, flatSize] = [soft, flat].map((recipe) => codeStrip(sample, recipe, adler32OfNothing).data.length);
  const isClear = Math.max(softSize, flatSize) >= clearlyLarger * Math.min(softSize, flatSize);
  return { recipe: softSize <= flatSize ? soft : flat, stripsLeft: isClear ? 3 : 0 };
}

function header(
  { widthPx, heightPx, channels }: RowWriter,
  icc: Uint8Array | null,
  codePoints: CodePoints | undefined,
): Uint8Array {
  const fields = new Uint8Array(13);
  const view = new DataView(fields.buffer);
  view.setUint32(0, widthPx);
  view.setUint32(4, heightPx);
  fields[8] = 8;
  fields[9] = channels === 4 ? 6 : 0;
  const pieces = [pngSignature, pngChunk('IHDR', [fields])];
  if (codePoints && channels === 4) {
    // Section 11.3.2.6; RGB is all that PNG holds.
    const { primaries, transfer, fullRange } = codePoints;
    pieces.push(pngChunk('cICP', [Uint8Array.of(primaries, transfer, 0, fullRange ? 1 : 0)]));
  }
  if (icc && channels === 4 && icc.length <= maxIccBytes) {
    // Section 11.3.2.3: name, its end, compression method 0, profile.
    const name = new TextEncoder().encode('ICC profile\0\0');
    pieces.push(pngChunk('iCCP', [name, zlibStream(icc)]));
  }
  return concatenate(pieces);
}

function bigEndian(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
