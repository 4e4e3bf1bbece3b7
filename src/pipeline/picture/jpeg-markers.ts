/** Markers of a JPEG file behind its first scan, where codes stand between them: ITU-T T.81 B.1.1. */

/** Position of the next marker that is neither a fill byte, a stuffed zero nor a restart; null at the end. */
export function findMarker(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code !== 0x00 && code !== 0xff && code !== 0x01 && (code < 0xd0 || code > 0xd8)) return at;
  }
  return null;
}

/**
 * Scans from the first one to the end marker, counted by their markers: no code is read, so a long file takes microseconds.
 * @param first position behind the marker of the first scan
 */
export function countScans(bytes: Uint8Array, first: number): number {
  let scans = 1;
  for (let marker = findMarker(bytes, first); marker !== null; ) {
    const code = bytes[marker + 1];
    if (code === 0xd9) break;
    if (code === 0xda) scans++;
    // Of a segment that the file cuts off nothing more is found.
    const length = (bytes[marker + 2] << 8) | bytes[marker + 3];
    marker = findMarker(bytes, marker + 2 + length);
  }
  return scans;
}
