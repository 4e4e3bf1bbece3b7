/** Tracks of image sequences, as far as their first samples: ISO/IEC 14496-12 section 8, ISO/IEC 23008-12 section 7. */
import type { ByteReader } from '../picture/bytes.ts';
import { boxes, childOf, descendantOf, type Extent, type FileBox } from './boxes.ts';

/** A track of AV1 or HEVC. */
export interface Track {
  readonly id: number;
  readonly codec: 'av01' | 'hvc1';
  /** Of the picture that the codec makes, before crops and turns. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The boxes of its sample entry: how the codec is set, colours, crops, turns. */
  readonly properties: readonly FileBox[];
  /** The track that this one is an auxiliary picture of; 0 for none. */
  readonly auxiliaryOf: number;
  /** The track that its colours are multiplied by; 0 for none. */
  readonly multipliedBy: number;
  readonly firstSample: Extent;
}

const codecs: Readonly<Record<string, Track['codec']>> = { av01: 'av01', hvc1: 'hvc1', hev1: 'hvc1' };
/** Sample entries of pictures hold their boxes behind these (section 12.1.3). */
const sampleEntryBytes = 78;
/** More than a sample entry has; what follows is left alone. */
const maxProperties = 32;

/** The tracks of a file whose first sample is in it; other tracks are passed over. */
export function* tracks(reader: ByteReader): Generator<Track> {
  const movie = childOf(reader, { at: 0, end: reader.length }, 'moov');
  if (!movie) return;
  for (const box of boxes(reader, movie.at, movie.end)) {
    const track = box.type === 'trak' ? readTrack(reader, box) : null;
    if (track) yield track;
  }
}

function readTrack(reader: ByteReader, box: FileBox): Track | null {
  const header = childOf(reader, box, 'tkhd');
  const table = descendantOf(reader, box, 'mdia', 'minf', 'stbl');
  if (!header || !table) return null;
  const parts = new Map([...boxes(reader, table.at, table.end)].map((part) => [part.type, part]));
  const entry = sampleEntry(reader, parts);
  const codec = entry && codecs[entry.type];
  const firstSample = firstSampleOf(reader, parts);
  if (!entry || !codec || !firstSample) return null;
  const references = childOf(reader, box, 'tref');
  const reference = (type: string) => {
    const found = references && childOf(reader, references, type);
    return found ? reader.u32(found.at) : 0;
  };
  return {
    id: reader.u32(header.at + (reader.u8(header.at) === 1 ? 20 : 12)),
    codec,
    widthPx: reader.u16(entry.at + 24),
    heightPx: reader.u16(entry.at + 26),
    properties: [...boxes(reader, entry.at + sampleEntryBytes, entry.end)].slice(0, maxProperties),
    auxiliaryOf: reference('auxl'),
    multipliedBy: reference('prem'),
    firstSample,
  };
}

type Parts = ReadonlyMap<string, FileBox>;

/** The sample entry that the first chunk uses. */
function sampleEntry(reader: ByteReader, parts: Parts): FileBox | undefined {
  const [descriptions, chunks] = [parts.get('stsd'), parts.get('stsc')];
  if (!descriptions) return undefined;
  const index = chunks && reader.u32(chunks.at + 4) > 0 ? reader.u32(chunks.at + 16) : 1;
  return [...boxes(reader, descriptions.at + 8, descriptions.end)][index - 1];
}

/** Where the first chunk begins, and as long as the first sample; null where the file does not hold all of it. */
function firstSampleOf(reader: ByteReader, parts: Parts): Extent | null {
  const [near, far] = [parts.get('stco'), parts.get('co64')];
  const offsets = near ?? far;
  if (!offsets || reader.u32(offsets.at + 4) === 0) return null;
  const at = near ? reader.u32(near.at + 8) : reader.u64(offsets.at + 8);
  const bytes = firstSampleBytes(reader, parts);
  return bytes > 0 && at + bytes <= reader.length ? { at, end: at + bytes } : null;
}

/** Sections 8.7.3.2 and 8.7.3.3: one size for all samples, or a list of 32, 16, 8 or 4 bits each. */
function firstSampleBytes(reader: ByteReader, parts: Parts): number {
  const [sizes, compact] = [parts.get('stsz'), parts.get('stz2')];
  if (sizes) return reader.u32(sizes.at + 4) || (reader.u32(sizes.at + 8) > 0 ? reader.u32(sizes.at + 12) : 0);
  if (!compact || reader.u32(compact.at + 8) === 0) return 0;
  const bits = reader.u8(compact.at + 7);
  if (bits === 16) return reader.u16(compact.at + 12);
  return bits === 8 ? reader.u8(compact.at + 12) : reader.u8(compact.at + 12) >> 4;
}
