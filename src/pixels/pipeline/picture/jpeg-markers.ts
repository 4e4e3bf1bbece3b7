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

/** What a JPEG file has from its first scan on. */
interface MarkersBehind {
  /** The first one too. */
  readonly scans: number;
  /** All segments, scans among them. */
  readonly segments: number;
}

/**
 * Counts by markers up to the one of the end: no code is read. Each marker is a step.
 * @param first position behind the marker of the first scan
 */
export function* countMarkers(bytes: Uint8Array, first: number): Generator<number, MarkersBehind, void> {
  let [scans, segments] = [1, 1];
  for (let from = first; ; segments++) {
    const marker = findMarker(bytes, from);
    yield entryUs + ((marker ?? bytes.length) - from) * passedByteUs;
    if (marker === null) return { scans, segments };
    const code = bytes[marker + 1];
    if (code === 0xd9) return { scans, segments };
    if (code === 0xda) scans++;
    // Of a segment that the file cuts off nothing more is found.
    from = marker + 2 + ((bytes[marker + 2] << 8) | bytes[marker + 3]);
  }
}
