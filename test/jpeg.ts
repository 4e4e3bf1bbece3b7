/** JPEG files changed by hand: ITU-T T.81 annex B. */

/** The file with an EXIF block behind its start marker: tag 274, orientation 1 to 8. */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.of(0xff, 0xe1, 0, 0);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, payload, jpeg.subarray(2)]);
}

/**
 * A progressive file with its first scan repeated until it has that many. That scan states the mean of each block, and
 * stating it again changes nothing.
 */
export function withScans(progressive: Buffer, count: number): Buffer {
  const starts = markersOf(progressive, 0xda);
  const [first] = starts;
  if (first === undefined) throw new Error('The JPEG has no scan');
  const end = dataEnd(progressive, first + 2 + progressive.readUInt16BE(first + 2));
  const scan = progressive.subarray(first, end);
  const added = Array.from({ length: count - starts.length }, () => scan);
  return Buffer.concat([progressive.subarray(0, end), ...added, progressive.subarray(end)]);
}

/** The file with other sides in its frame header. */
export function withSides(jpeg: Buffer, widthPx: number, heightPx: number): Buffer {
  const [frame] = [...markersOf(jpeg, 0xc0), ...markersOf(jpeg, 0xc2)];
  if (frame === undefined) throw new Error('The JPEG has no frame header');
  const changed = Buffer.from(jpeg);
  changed.writeUInt16BE(heightPx, frame + 5);
  changed.writeUInt16BE(widthPx, frame + 7);
  return changed;
}

/** Where entropy-coded data end: at the first marker that is neither a stuffed zero nor a restart. */
function dataEnd(jpeg: Buffer, from: number): number {
  for (let at = from; ; at++) {
    at = jpeg.indexOf(0xff, at);
    if (at < 0) throw new Error('The JPEG has no end');
    const code = jpeg[at + 1];
    if (code !== 0x00 && (code < 0xd0 || code > 0xd7)) return at;
  }
}

/** Positions of a marker; entropy-coded data holds none, because its 0xFF bytes are stuffed. */
function markersOf(jpeg: Buffer, marker: number): number[] {
  const positions: number[] = [];
  for (let at = 2; at + 1 < jpeg.length; ) {
    const found = jpeg.indexOf(0xff, at);
    if (found < 0) break;
    const code = jpeg[found + 1];
    if (code === marker) positions.push(found);
    const hasLength = code !== 0x00 && code !== 0xff && code < 0xd0;
    const isSegment = hasLength || (code >= 0xda && code <= 0xfe);
    at = found + 2 + (isSegment ? jpeg.readUInt16BE(found + 2) : 0);
  }
  return positions;
}
