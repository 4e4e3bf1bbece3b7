/** A result's rows as the file that was asked for: row by row where the format can, else once all of them are there. */
import type { OutputFormat } from '../../contract/output/output.ts';
import type { CodePoints } from '../colour/code-points.ts';
import type { RowWriter } from '../compose.ts';
import { streamOf } from '../piece-stream.ts';
import { encodePng, pngPieces } from '../png/encode.ts';
import type { Size } from '../region.ts';
import type { Encoders, WholePicture } from './encoders.ts';
import type { Framing } from './framing.ts';
import { fillHidden } from './hidden-colours.ts';
import { jpegWithProfile, webpWithProfile } from './profile.ts';
import { RowReader } from './row-reader.ts';
import { type ZipEntry, zipPieces } from './zip.ts';

/** What a file is made of. */
export interface Finished {
  /** RGBA; or grey, which is always a PNG. */
  readonly rows: RowWriter;
  readonly icc: Uint8Array | null;
  readonly codePoints?: CodePoints;
  /** Sides of the upright input. */
  readonly input: Size;
  readonly framing: Framing;
}

/** Encodes a result. @param quality 1 to 100, where the format loses something */
export function encode(
  finished: Finished,
  format: OutputFormat,
  quality: number,
  encoders: Encoders,
): ReadableStream<Uint8Array> {
  const { rows, icc, codePoints } = finished;
  switch (format) {
    case 'png':
      return encodePng(rows, icc, codePoints);
    case 'jpeg':
      return streamOf(onePiece(async () => jpegWithProfile(await encoders.jpeg(gathered(rows), quality, 'one'), icc)));
    case 'webp':
      return streamOf(onePiece(async () => webpWithProfile(await encoders.webp(gathered(rows), quality), icc, rows)));
    case 'zip':
      return streamOf(zipPieces(zipEntries(finished, quality, encoders)));
  }
}

async function* onePiece(make: () => Promise<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  yield await make();
}

/** All rows of a result. */
function gathered(rows: RowWriter): WholePicture {
  const { widthPx, heightPx } = rows;
  const samples = new Uint8Array(widthPx * heightPx * 4);
  const reader = new RowReader(rows);
  for (let y = 0; y < heightPx; y++) samples.set(reader.at(y), y * widthPx * 4);
  return { widthPx, heightPx, samples };
}

/** The matte row by row; the colours are kept as they come, for the JPEG that follows. It is for programs: small before all. */
function zipEntries({ rows, icc, input, framing }: Finished, quality: number, encoders: Encoders): readonly ZipEntry[] {
  const { widthPx, heightPx } = rows;
  const samples = new Uint8Array(widthPx * heightPx * 4);
  return [
    { name: 'alpha.png', pieces: pngPieces(alphaOf(rows, samples), null) },
    {
      name: 'color.jpg',
      async file() {
        const picture = { widthPx, heightPx, samples };
        fillHidden(picture);
        return jpegWithProfile(await encoders.jpeg(picture, quality, 'many'), icc);
      },
    },
    { name: 'manifest.json', file: () => manifest(input, framing) },
  ];
}

/** The alpha of rows, which are kept as they come. */
function alphaOf(rows: RowWriter, kept: Uint8Array): RowWriter {
  const { widthPx, heightPx } = rows;
  let at = 0;
  return {
    widthPx,
    heightPx,
    channels: 1,
    write(count, into) {
      const pixels = kept.subarray(at, at + count * widthPx * 4);
      rows.write(count, pixels);
      for (let pixel = 0; pixel < count * widthPx; pixel++) into[pixel] = pixels[pixel * 4 + 3];
      at += pixels.length;
    },
  };
}

/** What is in a ZIP, for programs: the members of a JSON answer, and the names of the files. */
function manifest({ widthPx, heightPx }: Size, framing: Framing): Uint8Array {
  const { boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx } = framing;
  const members = {
    color: 'color.jpg',
    alpha: 'alpha.png',
    input_dimensions: [widthPx, heightPx],
    output_dimensions: [framing.widthPx, framing.heightPx],
    crop_box: [boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx],
  };
  return new TextEncoder().encode(`${JSON.stringify(members, null, 2)}\n`);
}
