/** JPEG files of many scans. */

/**
 * A progressive grey JPEG of 8 × 8 pixels in `count` scans, 2 to 128: two for DC, then two for each AC coefficient, the
 * first with all bits but the lowest. All coefficients are 0, and one table with one code of one bit serves for all.
 */
export function jpegOfScans(count: number): Buffer {
  const segment = (marker: number, ...body: number[]) => [0xff, marker, 0, body.length + 2, ...body];
  const oneCode = [1, ...new Array(15).fill(0), 0];
  const scan = (coefficient: number, approximation: number) => [
    ...segment(0xda, 1, 1, 0, coefficient, coefficient, approximation),
    0x7f,
  ];
  const scans = Array.from({ length: count }, (_, at) => scan(at >> 1, at % 2 === 0 ? 0x01 : 0x10));
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xdb, 0, ...new Array(64).fill(1)),
    ...segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    ...segment(0xc4, 0x00, ...oneCode),
    ...segment(0xc4, 0x10, ...oneCode),
    ...scans.flat(),
    0xff,
    0xd9,
  ]);
}

/** A progressive file whose last scan is there so often: of an empty one a few bytes go over the picture once more. */
export function withLastScan(file: Buffer, times: number): Buffer {
  const at = file.lastIndexOf(Buffer.of(0xff, 0xda));
  const scan = file.subarray(at, -2);
  return Buffer.concat([file.subarray(0, at), ...new Array<Buffer>(times).fill(scan), Buffer.of(0xff, 0xd9)]);
}
