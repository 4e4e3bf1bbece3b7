/** Code points that say nothing but that the range is full, which libheif 1.23 takes for no code points at all. */
import type { ByteReader } from '../picture/bytes.ts';
import { boxes, descendantOf, metaExtent } from './boxes.ts';

/** Primaries, transfer and matrix unspecified, full range; and what those stand for (ISO/IEC 23000-22 section 7.3.6.4). */
const unspecified = 'nclx\0\x02\0\x02\0\x02\x80';
const usual = Uint8Array.of(0, 1, 0, 13, 0, 6);

/**
 * Says what unspecified colours stand for, so that a decoder goes by the container's range and not by the bitstream's.
 * @returns the file itself where nothing is to be said
 */
export function withUsualColours(reader: ByteReader): Uint8Array {
  const meta = metaExtent(reader);
  const store = meta && descendantOf(reader, meta, 'iprp', 'ipco');
  const found = store ? [...boxes(reader, store.at, store.end)] : [];
  const places = found.filter(({ type, at }) => type === 'colr' && reader.has(at, unspecified)).map(({ at }) => at + 4);
  if (places.length === 0) return reader.bytes;
  const copy = reader.bytes.slice();
  for (const at of places) copy.set(usual, at);
  return copy;
}
