/** What the properties of an item say of its colours and its samples: ISO/IEC 14496-12 section 12.1.5, ISO/IEC 23000-22 section 7.3.6.4. */
import { primariesOf, transfers } from '../colour/code-points.ts';
import type { CodePointSignal } from '../colour/colour.ts';
import type { FileBox } from '../heif/boxes.ts';
import type { ByteReader } from '../picture/bytes.ts';
import type { Header } from '../picture/header.ts';

/** BT.709. */
const usualPrimaries = 1;
/** Codes of transfer curves that browsers show as sRGB: those of cameras, and those that mean unspecified or reserved. */
const shownAsSrgb: ReadonlySet<number> = new Set([0, 1, 2, 3, 6, 11, 12, 14, 15]);
const bytesOfCodePoints = 10;
/** Of `mdcv`: three primaries and the white come before the peak, which is in 0.0001 cd/m². */
const peakAt = 16;

/**
 * Reads the colour signal that counts: a profile (`prof`, `rICC`) before code points (`nclx`, and QuickTime's `nclc`).
 * @param properties of the item, in the order in which they count
 */
export function heifColour(
  reader: ByteReader,
  properties: readonly FileBox[],
): Pick<Header, 'hasIcc' | 'colourSignal' | 'bitsPerSample'> {
  const colours = properties.filter(({ type }) => type === 'colr');
  const hasIcc = colours.some(({ at }) => reader.has(at, 'prof') || reader.has(at, 'rICC'));
  const points = colours.find(({ at, end }) => isCodePoints(reader, at) && end - at >= bytesOfCodePoints);
  return {
    hasIcc,
    colourSignal: hasIcc || !points ? undefined : signal(reader, points, properties),
    bitsPerSample: bits(reader, properties),
  };
}

/** The colours of the decoded samples, which are RGB of full range. An unspecified code means sRGB, as MIAF says. */
function signal(reader: ByteReader, { at }: FileBox, properties: readonly FileBox[]): CodePointSignal {
  const [primaries, transfer] = [reader.u16(at + 4), reader.u16(at + 6)];
  const mastering = properties.find((box) => box.type === 'mdcv' && box.end - box.at >= peakAt + 4);
  return {
    kind: 'code points',
    codePoints: {
      primaries: primariesOf(primaries) ? primaries : usualPrimaries,
      transfer: shownAsSrgb.has(transfer) ? transfers.srgb : transfer,
      matrix: 0,
      fullRange: true,
    },
    masteringPeak: mastering && reader.u32(mastering.at + peakAt) / 10_000,
  };
}

/** Of the codec's configuration: AV1 in ISOBMFF section 2.3.3, ISO/IEC 14496-15 section 8.3.2.1. */
function bits(reader: ByteReader, properties: readonly FileBox[]): number {
  const configuration = properties.find(({ type }) => type === 'av1C' || type === 'hvcC');
  if (!configuration) return 8;
  if (configuration.type === 'hvcC') return 8 + (reader.u8(configuration.at + 17) & 7);
  const flags = reader.u8(configuration.at + 2);
  if ((flags & 0x40) === 0) return 8;
  return (flags & 0x20) === 0 ? 10 : 12;
}

function isCodePoints(reader: ByteReader, at: number): boolean {
  return reader.has(at, 'nclx') || reader.has(at, 'nclc');
}
