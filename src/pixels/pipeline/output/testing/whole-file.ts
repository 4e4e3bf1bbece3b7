/** A file of an encoder that takes rows. */
import type { RowEncoder, WholePicture } from '../encoders.ts';

/** Writes all rows, as many at a time, and joins the pieces. */
export async function wholeFile(
  encoder: RowEncoder,
  { widthPx, heightPx, samples }: WholePicture,
  rowsAtATime = 1,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for (let y = 0; y < heightPx; y += rowsAtATime) {
    pieces.push(...encoder.write(samples.subarray(y * widthPx * 4, (y + rowsAtATime) * widthPx * 4)));
  }
  pieces.push(...(await encoder.end()));
  const file = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    file.set(piece, at);
    at += piece.length;
  }
  return file;
}
