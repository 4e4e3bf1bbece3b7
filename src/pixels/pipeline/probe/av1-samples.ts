/** How the samples of an AV1 picture are stored, as far as decoders leave something to do: AV1 in ISOBMFF section 2.3, ITU-T H.273. */
import { type Av1SequenceHeader, av1SequenceHeader } from '../heif/av1-sequence-header.ts';
import type { FileBox } from '../heif/boxes.ts';
import type { ByteReader } from '../picture/bytes.ts';
import type { Av1Samples, Chroma } from '../picture/header.ts';

/** What is said of an item. */
interface Described {
  /** Its properties and those of its tiles, in the order in which they count. */
  readonly all: readonly FileBox[];
  /** The first bytes of what is coded. */
  readonly data: Uint8Array | undefined;
}

/** Flags of the third byte of `av1C`. */
const monochrome = 0x10;
const halfWidth = 8;
const halfHeight = 4;
/** Weights of red and blue in brightness, by matrix coefficients (H.273, table 4); unspecified ones are those of BT.601. */
const weights: Readonly<Record<number, readonly [red: number, blue: number]>> = {
  1: [0.2126, 0.0722],
  2: [0.299, 0.114],
  4: [0.3, 0.11],
  5: [0.299, 0.114],
  6: [0.299, 0.114],
  7: [0.212, 0.087],
  9: [0.2627, 0.0593],
};
const unspecified = 2;

/**
 * Reads what an AVIF says of its samples, by the container before the bitstream.
 * @param alpha null where the picture has none
 * @returns undefined for pictures of other codecs
 */
export function av1Samples(reader: ByteReader, colour: Described, alpha: Described | null): Av1Samples | undefined {
  const flags = flagsOf(reader, colour);
  if (flags === undefined) return undefined;
  const stated = statedOf(reader, colour);
  return {
    narrowGrey: (flags & monochrome) !== 0 && stated.fullRange === false,
    // The container says nothing of alpha, and the first edition of AVIF allowed it.
    narrowAlpha: alpha !== null && sequenceHeaderOf(reader, alpha)?.fullRange === false,
    chroma:
      (flags & monochrome) === 0 && (flags & halfWidth) !== 0 ? chroma(reader, colour, flags, stated.matrix) : null,
  };
}

function configurationOf({ all }: Described): FileBox | undefined {
  return all.find(({ type }) => type === 'av1C');
}

function flagsOf(reader: ByteReader, described: Described): number | undefined {
  const box = configurationOf(described);
  return box && reader.u8(box.at + 2);
}

function statedOf(reader: ByteReader, described: Described): { fullRange?: boolean; matrix?: number } {
  const points = described.all.find(({ type, at, end }) => type === 'colr' && reader.has(at, 'nclx') && end - at > 10);
  // Primaries, transfer, matrix, and a byte of flags.
  if (points) return { matrix: reader.u16(points.at + 8), fullRange: (reader.u8(points.at + 10) & 0x80) !== 0 };
  return sequenceHeaderOf(reader, described) ?? {};
}

/** The sequence header that `av1C` carries, or the one in front of what is coded. */
function sequenceHeaderOf(reader: ByteReader, described: Described): Av1SequenceHeader | null {
  const box = configurationOf(described);
  const carried = box && av1SequenceHeader(reader.bytes.subarray(box.at + 4, box.end));
  return carried ?? (described.data ? av1SequenceHeader(described.data) : null);
}

/**
 * Null where it is not known that pixels share a sample: libheif interpolates before some crops, and before it turns odd sides or chroma
 * that is halved in one direction alone.
 */
function chroma(reader: ByteReader, { all }: Described, flags: number, matrix = unspecified): Chroma | null {
  const own = weights[matrix];
  const extent = all.find(({ type }) => type === 'ispe');
  if (!own || !extent) return null;
  const isTall = (flags & halfHeight) !== 0;
  const isOdd = ((reader.u32(extent.at + 4) | reader.u32(extent.at + 8)) & 1) !== 0;
  const isTurned = all.some(({ type }) => type === 'irot' || type === 'imir');
  const isCropped = all.some(({ type }) => type === 'clap');
  if (isCropped || (isTurned && (isOdd || !isTall))) return null;
  return { redWeight: own[0], blueWeight: own[1], rows: isTall ? 2 : 1 };
}
