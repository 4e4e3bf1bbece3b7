/** Which of the pages of a TIFF file is the picture: the first one in full resolution. TIFF 6.0 sections 2 and 8. */
import { ImageFault, RawFault } from '../picture/fault.ts';
import { readDirectory, type TiffDirectory, type TiffStart } from './tiff-directory.ts';
import { readFields } from './tiff-fields.ts';

/** One page of a file. */
export interface TiffPage {
  /** Offset of its directory. */
  readonly at: number;
  readonly directory: TiffDirectory;
}

const tag = {
  newSubfileType: 254,
  subfileType: 255,
  width: 256,
  height: 257,
  compression: 259,
  photometric: 262,
  samples: 277,
  subIfds: 330,
  mosaicSize: 33421,
  mosaic: 33422,
  dng: 50706,
};
/** Bits of NewSubfileType: a smaller version of another page, and a mask of one. */
const reducedOrMask = 1 | 4;
/** SubfileType of a smaller version. */
const reducedOld = 2;
/** Colour filter array of TIFF/EP, and LinearRaw of DNG. */
const rawPhotometrics = [32803, 34892];
/** Codings of Sony, Samsung, Nikon, DNG, Kodak and Pentax. */
const rawCodings = [32767, 32770, 34713, 34892, 65000, 65535];
const maxPages = 64;

/**
 * The first page in full resolution, with the pages in SubIFDs counted right behind theirs; the very first one where none
 * is. A page that cannot be read does not matter unless it may be that one.
 * @throws RawFault for what a camera wrote without developing it; ImageFault where thumbnails alone can be read;
 * RangeError where the first directory is outside the file
 */
export function findTiffPage(start: TiffStart): TiffPage {
  const first: TiffPage = { at: start.firstDirectory, directory: readPage(start, start.firstDirectory) };
  const { pages, isBroken } = listPages(start, first);
  if (hasRawMark(start) || first.directory.first.has(tag.dng) || pages.some(isRaw)) throw new RawFault();
  const full = pages.find(isFull);
  if (!full && isBroken && isReduced(first)) {
    const problem = 'The first page of the TIFF file is a thumbnail, and its full picture cannot be read';
    throw new ImageFault('invalid', `${problem}; please export it again`);
  }
  return full ?? first;
}

function readPage({ reader, big }: TiffStart, at: number): TiffDirectory {
  return readDirectory(reader, at, big);
}

/** The pages in order, at most so many; and whether one could not be read. */
function listPages(start: TiffStart, first: TiffPage): { readonly pages: TiffPage[]; readonly isBroken: boolean } {
  const seen = new Set([first.at]);
  const pages = [first];
  let isBroken = false;
  const take = (at: number): TiffPage | null => {
    if (at === 0 || seen.has(at) || pages.length >= maxPages) return null;
    seen.add(at);
    try {
      const page = { at, directory: readPage(start, at) };
      pages.push(page);
      isBroken ||= !hasSize(page);
      return page;
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      isBroken = true;
      return null;
    }
  };
  for (let page: TiffPage | null = first; page; page = take(page.directory.next)) {
    if (!page.directory.first.has(tag.subIfds)) continue;
    const subIfds = readFields(start.reader, page.at, start.big, [tag.subIfds], maxPages).get(tag.subIfds);
    for (const at of Array.from(subIfds?.values ?? [])) take(at);
  }
  return { pages, isBroken };
}

function isReduced({ directory: { first } }: TiffPage): boolean {
  return ((first.get(tag.newSubfileType) ?? 0) & reducedOrMask) !== 0 || first.get(tag.subfileType) === reducedOld;
}

function isFull(page: TiffPage): boolean {
  return !isReduced(page) && hasSize(page);
}

/** Other bytes that are taken for a page hardly say both. */
function hasSize({ directory: { first } }: TiffPage): boolean {
  return first.has(tag.width) && first.has(tag.height);
}

function isRaw(page: TiffPage): boolean {
  const { first } = page.directory;
  if (!hasSize(page)) return false;
  if (rawPhotometrics.includes(first.get(tag.photometric) ?? 0)) return true;
  // Developed pictures may keep what their mosaic was.
  const isMosaic = (first.has(tag.mosaicSize) || first.has(tag.mosaic)) && (first.get(tag.samples) ?? 1) === 1;
  return isMosaic || rawCodings.includes(first.get(tag.compression) ?? 0);
}

/** CR2 of Canon and IIQ of Phase One say it behind the header of the file. */
function hasRawMark({ reader, firstDirectory }: TiffStart): boolean {
  // Elsewhere a first directory leaves no room for pixels that happen to spell it.
  if (firstDirectory === 16 && reader.has(8, 'CR\x02')) return true;
  return /IIII.waR|MMMMRaw/s.test(reader.text(0, Math.min(32, reader.length)));
}
