/** A result's rows as the file that was asked for: row by row where the format can, else once all of them are there. */
import type { OutputFormat } from '../../../contract/output/output.ts';
import { inTurns, SharedThread } from '../../bounds/shared-thread.ts';
import type { CodePoints } from '../colour/code-points.ts';
import type { Size } from '../plane/region.ts';
import { encodePng, pngPieces } from '../png/encode.ts';
import type { RowWriter } from '../rows/compose.ts';
import { streamOf } from '../rows/piece-stream.ts';
import { beginRows, pixelUs } from '../rows/row-steps.ts';
import type { Encoders, WholePicture } from './encoders.ts';
import type { Framing } from './framing.ts';
import { blockPx, HiddenColours } from './hidden-colours.ts';
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
      return streamOf(jpegPieces(finished, quality, encoders));
    case 'webp':
      return streamOf(
        onePiece(async () => webpWithProfile(await encoders.webp(await gathered(rows), quality), icc, rows)),
      );
    case 'zip':
      return streamOf(zipOf(finished, quality, encoders));
  }
}

/** All rows, each valid until the next one; others have their turns. */
async function* eachRow(rows: RowWriter): AsyncGenerator<Uint8Array, void, void> {
  const reader = new RowReader(rows);
  const thread = new SharedThread();
  await inTurns(beginRows(rows), thread);
  for (let y = 0; y < rows.heightPx; y++) {
    yield reader.at(y);
    const turn = thread.after(rows.widthPx * pixelUs + (rows.cost?.rowUs ?? 0));
    if (turn) await turn;
  }
}

/** A JPEG as its rows are made. */
async function* jpegPieces(
  { rows, icc }: Finished,
  quality: number,
  encoders: Encoders,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = encoders.jpeg(rows, quality, 'one');
  let isBegun = false;
  const labelled = (piece: Uint8Array): Uint8Array => {
    if (isBegun) return piece;
    isBegun = true;
    return jpegWithProfile(piece, icc);
  };
  for await (const row of eachRow(rows)) for (const piece of encoder.write(row)) yield labelled(piece);
  for (const piece of await encoder.end()) yield labelled(piece);
}

async function* zipOf(...asked: Parameters<typeof zipEntries>): AsyncGenerator<Uint8Array, void, void> {
  yield* zipPieces(zipEntries(...asked));
}

async function* onePiece(make: () => Promise<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  yield await make();
}

/** All rows of a result. */
async function gathered(rows: RowWriter): Promise<WholePicture> {
  const { widthPx, heightPx } = rows;
  const samples = new Uint8Array(widthPx * heightPx * 4);
  let at = 0;
  for await (const row of eachRow(rows)) {
    samples.set(row, at);
    at += row.length;
  }
  return { widthPx, heightPx, samples };
}

/** The matte row by row; the colours are encoded as they come, for the JPEG that follows. It is for programs: small before all. */
function zipEntries({ rows, icc, input, framing }: Finished, quality: number, encoders: Encoders): readonly ZipEntry[] {
  const encoder = encoders.jpeg(rows, quality, 'many');
  const hidden = new HiddenColours();
  const pieces: Uint8Array[] = [];
  const takeColours = (band: WholePicture): void => {
    hidden.fill(band);
    pieces.push(...encoder.write(band.samples));
  };
  return [
    { name: 'alpha.png', pieces: pngPieces(alphaOf(rows, takeColours), null) },
    {
      name: 'color.jpg',
      async file() {
        pieces.push(...(await encoder.end()));
        pieces[0] = jpegWithProfile(pieces[0], icc);
        return pieces;
      },
    },
    { name: 'manifest.json', file: () => [manifest(input, framing)] },
  ];
}

/**
 * The alpha of rows.
 * @param take gets all rows, a band of whole blocks at a time, each before its alpha is given; what it changes of colours is its own
 */
function alphaOf(rows: RowWriter, take: (band: WholePicture) => void): RowWriter {
  const { widthPx, heightPx } = rows;
  const samples = new Uint8Array(Math.min(blockPx, heightPx) * widthPx * 4);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels: 1,
    cost: rows.cost,
    write(count, into) {
      for (let row = 0; row < count; row++, y++) {
        const inBand = y % blockPx;
        if (inBand === 0) {
          const bandPx = Math.min(blockPx, heightPx - y);
          const band = samples.subarray(0, bandPx * widthPx * 4);
          rows.write(bandPx, band);
          take({ widthPx, heightPx: bandPx, samples: band });
        }
        const from = inBand * widthPx * 4 + 3;
        for (let x = 0; x < widthPx; x++) into[row * widthPx + x] = samples[from + x * 4];
      }
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
