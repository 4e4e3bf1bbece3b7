/**
 * The first frame of an image sequence (`avis`, `hevc`, `msf1`) as a still file: its first sample, that of its alpha track, and what their
 * sample entries say of both. Edit lists and times do not count.
 */
import { concatenate } from '../concatenate.ts';
import { ByteReader } from '../picture/bytes.ts';
import { childOf, type FileBox, fileBrands, metaExtent } from './boxes.ts';
import { alphaProperty, type StillItem, stillFileHead } from './still-file.ts';
import { type Track, tracks } from './track.ts';

/** Of this major brand the track counts before a picture of the file's own, as in libavif. */
const sequenceBrand = 'avis';
/** What is said of a picture of a track as of an item: its codec, its colours, its crop and turns. */
const colourProperties = /^(av1C|hvcC|colr|pixi|pasp|clli|mdcv|clap|irot|imir)$/;
const transformations = /^(clap|irot|imir)$/;
/** How a codec is set: without it there is nothing to decode. */
const configurations = /^(av1C|hvcC)$/;
/** Names of auxiliary pictures that are alpha: ISO/IEC 23008-12 section 7.5.3.2. */
const alphaTypes = /alpha|hevc:2015:auxid:1/;

interface FirstFrame {
  readonly head: Uint8Array;
  /** What follows the head. */
  readonly data: readonly Uint8Array[];
}

/**
 * Where a file's description of its picture is read.
 * @returns the file; of a sequence, what describes its first frame as a still picture
 */
export function pictureDescription(reader: ByteReader): { reader: ByteReader; isSequence: boolean } {
  const frame = firstFrame(reader);
  return { reader: frame ? new ByteReader(frame.head) : reader, isSequence: frame !== null };
}

/** The file; of a sequence, a still file of its first frame. */
export function stillFile(file: Uint8Array): Uint8Array {
  const frame = firstFrame(new ByteReader(file));
  return frame ? concatenate([frame.head, ...frame.data]) : file;
}

/** Null for a file that is no sequence, or that has no track which can be read and a picture beside it. */
function firstFrame(reader: ByteReader): FirstFrame | null {
  const meta = metaExtent(reader);
  const hasPicture = meta !== undefined && childOf(reader, meta, 'pitm') !== undefined;
  if (hasPicture && fileBrands(reader)[0] !== sequenceBrand) return null;
  const found = [...tracks(reader)].filter(({ properties }) =>
    properties.some(({ type }) => configurations.test(type)),
  );
  const colour = found.find(({ auxiliaryOf }) => auxiliaryOf === 0);
  if (!colour) return null;
  const alpha = found.find((track) => track.auxiliaryOf === colour.id && isAlpha(reader, track));
  const turns = colour.properties.filter(({ type }) => transformations.test(type));
  const own = (track: Track, pattern: RegExp) => track.properties.filter(({ type }) => pattern.test(type));
  const head = stillFileHead({
    brand: colour.codec === 'av01' ? 'avif' : 'heic',
    colour: item(colour, bytesOf(reader, own(colour, colourProperties))),
    // Crops and turns of both are the same; those of the colours count.
    alpha: alpha ? item(alpha, [...bytesOf(reader, [...own(alpha, configurations), ...turns]), alphaProperty()]) : null,
    premultiplied: alpha !== undefined && colour.multipliedBy === alpha.id,
  });
  const data = [colour, ...(alpha ? [alpha] : [])].map(({ firstSample: { at, end } }) =>
    reader.bytes.subarray(at, end),
  );
  return { head, data };
}

function item({ codec, widthPx, heightPx, firstSample }: Track, properties: Uint8Array[]): StillItem {
  return { type: codec, widthPx, heightPx, properties, bytes: firstSample.end - firstSample.at };
}

function bytesOf(reader: ByteReader, properties: readonly FileBox[]): Uint8Array[] {
  return properties.map(({ from, end }) => reader.bytes.subarray(from, end));
}

/** Old writers name no type; then it is alpha. */
function isAlpha(reader: ByteReader, { properties }: Track): boolean {
  const type = properties.find((box) => box.type === 'auxi');
  return !type || alphaTypes.test(reader.text(type.at + 4, Math.max(0, Math.min(64, type.end - type.at - 4))));
}
