/** Strips and tiles of a TIFF page, counted: whether the file holds every one of them (TIFF 6.0 sections 3 and 15). */
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { photometric } from '../../pixels/pipeline/probe/tiff-samples.ts';
import { checkJpegChunks } from './tiff-jpeg.ts';
import { changed, type DecodablePage, firstValue, longs, longs8, onlyShown, tag } from './tiff-page.ts';

const compression = { none: 1, fax: [2, 3, 4], jpeg: 7 };
export const separatePlanes = 2;

/** Where the strips or tiles of a page are, and what each holds. */
interface Chunks {
  readonly isTiled: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
  /** One under the other, and all of them. */
  readonly down: number;
  readonly count: number;
}

/**
 * The page with one place for each strip or tile that its pixels need, whatever more or less its tags say. Of JPEG codes
 * each block is counted too.
 * @throws ImageFault where one is missing or reaches beyond the file
 */
export async function withCountedChunks(page: DecodablePage, maxScans: number): Promise<DecodablePage> {
  const chunks = chunksOf(page);
  const [offsetsTag, bytesTag] = chunks.isTiled ? [tag.tileOffsets, tag.tileBytes] : [tag.stripOffsets, tag.stripBytes];
  // Early writers put tiles under the tags of strips.
  const listed = page.fields.get(offsetsTag) ?? page.fields.get(tag.stripOffsets);
  const counted = page.fields.get(bytesTag) ?? page.fields.get(tag.stripBytes);
  const offsets = Array.from(listed?.values ?? []).slice(0, chunks.count);
  if (offsets.length < chunks.count) throw missing();
  const lengths = lengthsOf(page, chunks, offsets, counted?.values ?? []);
  if (firstValue(page, tag.compression, compression.none) === compression.jpeg) {
    await checkJpegChunks(
      page,
      offsets.map((at, index) => ({ at, bytes: lengths[index], heightPx: heightOf(chunks, page, index) })),
      chunks.widthPx,
      maxScans,
    );
  }
  const type = page.kind.big ? longs8 : longs;
  const fields = [
    { id: offsetsTag, type, values: offsets },
    { id: bytesTag, type, values: lengths },
  ];
  if (chunks.isTiled) return changed(page, fields, [tag.stripOffsets, tag.stripBytes, tag.rowsPerStrip]);
  const rows = { id: tag.rowsPerStrip, type: longs, values: [chunks.heightPx] };
  return changed(page, [...fields, rows], [tag.tileWidth, tag.tileHeight, tag.tileOffsets, tag.tileBytes]);
}

/**
 * The page without the planes that are not shown: all behind its colours but alpha. They may be missing. The page itself
 * where samples are interleaved.
 */
export function withShownPlanes(page: DecodablePage): DecodablePage {
  const { colours, samples, alpha } = page;
  const shown = [...Array(colours).keys(), ...(alpha === null ? [] : [alpha])];
  if (firstValue(page, tag.planar, 1) !== separatePlanes || samples <= shown.length) return page;
  const each = chunksOf(page).count / samples;
  const places = [tag.stripOffsets, tag.stripBytes, tag.tileOffsets, tag.tileBytes].flatMap((id) => {
    const listed = page.fields.get(id);
    const planes = shown.map((plane) => Array.from(listed?.values ?? []).slice(plane * each, (plane + 1) * each));
    return listed ? [{ ...listed, values: planes.flat() }] : [];
  });
  return changed(onlyShown(page), places, shown.length === 1 ? [tag.planar] : []);
}

/** What each strip or tile takes of the file. @throws ImageFault where the file does not hold it */
function lengthsOf(
  page: DecodablePage,
  chunks: Chunks,
  offsets: readonly number[],
  counted: ArrayLike<number>,
): number[] {
  const starts = Float64Array.from([...offsets, page.directory]).sort();
  return offsets.map((offset, index) => {
    const plain = plainBytes(page, chunks.widthPx, heightOf(chunks, page, index));
    const stated = counted[index] || 0;
    const rest = page.file.length - offset;
    // Without a number of its own a chunk may take all that follows: codes know their end.
    const bytes = plain ?? (stated || rest);
    if (offset === 0 || rest <= 0 || bytes > rest) throw missing();
    // A stated length that is too short is wrong where another strip or the directory begins in what is left.
    if (plain !== null && stated > 0 && stated < plain && startsWithin(starts, offset, offset + plain)) throw missing();
    return bytes;
  });
}

/** Whether one of these sorted numbers is between two others. */
function startsWithin(starts: Float64Array, after: number, before: number): boolean {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= after) low = middle + 1;
    else high = middle;
  }
  return low < starts.length && starts[low] < before;
}

/**
 * The least complaint of libvips that means an invented pixel. Of tiles it says no more than a warning when one is cut, and
 * libtiff no more of a fax line.
 */
export function complaintThatCounts(page: DecodablePage): 'warning' | 'error' {
  const coding = firstValue(page, tag.compression, compression.none);
  if (coding === compression.jpeg) return 'error';
  return page.fields.has(tag.tileWidth) || compression.fax.includes(coding) ? 'warning' : 'error';
}

function chunksOf(page: DecodablePage): Chunks {
  const [width, height] = [firstValue(page, tag.width, 0), firstValue(page, tag.height, 0)];
  const [tileWidth, tileHeight] = [firstValue(page, tag.tileWidth, 0), firstValue(page, tag.tileHeight, 0)];
  const isTiled = tileWidth > 0 && tileHeight > 0;
  const rows = Math.min(height, firstValue(page, tag.rowsPerStrip, height) || height);
  const [widthPx, heightPx] = isTiled ? [tileWidth, tileHeight] : [width, rows];
  const planes = firstValue(page, tag.planar, 1) === separatePlanes ? page.samples : 1;
  const down = Math.ceil(height / heightPx);
  return { isTiled, widthPx, heightPx, down, count: Math.ceil(width / widthPx) * down * planes };
}

/** Tiles are filled up below the picture; the last strip of a plane ends with it. */
function heightOf({ isTiled, heightPx, down }: Chunks, page: DecodablePage, index: number): number {
  const isLast = index % down === down - 1;
  return isTiled || !isLast ? heightPx : firstValue(page, tag.height, 0) - (down - 1) * heightPx;
}

/** Bytes of uncompressed samples; null for compressed ones, and for subsampled colours. */
function plainBytes(page: DecodablePage, widthPx: number, heightPx: number): number | null {
  if (firstValue(page, tag.compression, compression.none) !== compression.none) return null;
  if (firstValue(page, tag.photometric, 0) === photometric.yCbCr) return null;
  const samples = firstValue(page, tag.planar, 1) === separatePlanes ? 1 : page.samples;
  return heightPx * Math.ceil((widthPx * samples * firstValue(page, tag.bits, 1)) / 8);
}

/** The refusal of a page that lacks pixels. */
function missing(): ImageFault {
  return new ImageFault('invalid', 'The TIFF file is damaged or ends before its last pixel; please upload it again');
}
