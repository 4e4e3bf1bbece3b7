/** From a result's rows to the file that the caller gets. */
import { inTurns } from '../../bounds/shared-thread.ts';
import type { PictureOutput } from '../../contract/output/output.ts';
import type { RowWriter } from '../compose.ts';
import type { Picture } from '../picture/picture.ts';
import { encodePng } from '../png/encode.ts';
import type { Region } from '../region.ts';
import { shadowSource } from '../shadow/drawn.ts';
import { PhotoEdges } from './cut-sides.ts';
import { encode } from './encode.ts';
import type { Encoders } from './encoders.ts';
import { framedRows } from './framed-rows.ts';
import { type Framing, followsSubject, frame } from './framing.ts';
import { onBackground } from './on-background.ts';
import { onColour } from './on-colour.ts';
import { onShadow } from './on-shadow.ts';
import { subjectBox } from './subject-box.ts';

/** A result at the size of the picture. */
export interface ResultRows {
  readonly rows: RowWriter;
  /** Rows whose last channel is the alpha of `rows`, for a pass before them. */
  alpha(): RowWriter;
}

/** A file on its way, and what it shows of the picture's plane where something of that was asked for. */
export interface FinishedFile {
  readonly encoded: ReadableStream<Uint8Array>;
  readonly output: Framing | null;
  /** Where the subject is in the upright input, where that was asked for and there is one. */
  readonly subject: Region | null;
}

/**
 * Makes the file. Where the framing depends on the subject, or it casts a shadow, all of the alpha is drawn first.
 * @param output undefined: the PNG of all rows
 * @param background in the colours of the picture, where the output wants one
 */
export async function finish(
  { rows, alpha }: ResultRows,
  picture: Picture,
  output: PictureOutput | undefined,
  encoders: Encoders,
  background?: Picture,
): Promise<FinishedFile> {
  if (!output) return { encoded: encodePng(rows, picture.icc, picture.codePoints), output: null, subject: null };
  const { shadow } = output;
  const seen = output.tellsSubject || followsSubject(output) || shadow ? alpha() : null;
  const edges = seen && output.flush ? new PhotoEdges(seen) : undefined;
  const source = seen && shadow ? shadowSource(shadow, seen) : undefined;
  const watchers = [edges, source].filter((watcher) => watcher !== undefined);
  const subject = seen && (await inTurns(subjectBox(seen, watchers)));
  const framing = frame(output, picture, followsSubject(output) ? subject : null, edges?.cutSides);
  const framed = framedRows(rows, framing);
  const shade = subject && source?.shade(subject);
  const shadowed = shadow && shade ? onShadow(framed, framing, shade, shadow.opacityPercent / 100) : framed;
  const finished = {
    rows: onItsBackground(shadowed, output, background),
    icc: picture.icc,
    codePoints: picture.codePoints,
    input: picture,
    framing,
  };
  return {
    encoded: encode(finished, output.format, output.quality, encoders),
    output: framing,
    subject: output.tellsSubject === true ? subject : null,
  };
}

function onItsBackground(
  rows: RowWriter,
  { background: wanted }: PictureOutput,
  background: Picture | undefined,
): RowWriter {
  if (wanted !== 'picture') return wanted ? onColour(rows, wanted) : rows;
  if (!background) throw new Error('A picture under the answer was asked for, and there is none');
  return onBackground(rows, background);
}
