/** Markers of a JPEG file behind its first scan, where codes stand between them: ITU-T T.81 B.1.1. */
import { entryUs, passedByteUs } from './bytes.ts';

/** Position of the next marker that is neither a fill byte, a stuffed zero nor a restart; null at the end. */
export function findMarker(bytes: Uint8Array, from: number): number | null {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const code = bytes[at + 1];
    if (code !== 0x00 && code !== 0xff && code !== 0x01 && (code < 0xd0 || code > 0xd8)) return at;
  }
  return null;
}

/**
 * Scans from the first one to the end marker, counted by their markers: no code is read. Each marker is a step.
 * @param first position behind the marker of the first scan
 */
export function* countScans(bytes: Uint8Array, first: number): Generator<number, number, void> {
  let scans = 1;
  for (let from = first; ; ) {
    const marker = findMarker(bytes, from);
    yield entryUs + ((marker ?? bytes.length) - from) * passedByteUs;
    if (marker === null) return scans;
    const code = bytes[marker + 1];
    if (code === 0xd9) return scans;
    if (code === 0xda) scans++;
    // Of a segment that the file cuts off nothing more is found.
    from = marker + 2 + ((bytes[marker + 2] << 8) | bytes[marker + 3]);
  }
}
