/** The rows of an answer as its output wants them, in the service and on the page alike: what is added here both do. */
import type { PictureOutput } from '../../../contract/output/output.ts';
import type { Picture } from '../picture/picture.ts';
import type { Region, Size } from '../plane/region.ts';
import type { RowWriter } from '../rows/compose.ts';
import { shadowSource } from '../shadow/drawn.ts';
import { PhotoEdges } from './cut-sides.ts';
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

/** What differs between those who finish a picture. */
export interface FinishTerms {
  /** Cuts and scales the rows of the whole picture. */
  framed(rows: RowWriter, framing: Framing): RowWriter;
  /** In the colours of the picture, where the output wants one. */
  readonly background: Picture | null;
}

export interface FinishedRows {
  readonly rows: RowWriter;
  /** Which part of the picture's plane they show. */
  readonly framing: Framing;
  /** The subject's box, where it was looked for and there is one. */
  readonly subject: Region | null;
}

/**
 * Rows that are made as they are written. Where the framing depends on the subject, or it casts a shadow, all of the alpha is drawn
 * first: those are its steps, for `inTurns` and `atOnce`.
 * @param picture its size upright
 * @throws Error where the output wants a background and there is none
 */
export function* finishedRows(
  { rows, alpha }: ResultRows,
  picture: Size,
  output: PictureOutput,
  { framed, background }: FinishTerms,
): Generator<number, FinishedRows, void> {
  const { shadow } = output;
  const seen = output.tellsSubject || followsSubject(output) || shadow ? alpha() : null;
  const edges = seen && output.flush ? new PhotoEdges(seen) : undefined;
  const source = seen && shadow ? shadowSource(shadow, seen) : undefined;
  const watchers = [edges, source].filter((watcher) => watcher !== undefined);
  const subject = seen && (yield* subjectBox(seen, watchers));
  const framing = frame(output, picture, followsSubject(output) ? subject : null, edges?.cutSides);
  const inFrame = framed(rows, framing);
  const shade = subject && source?.shade(subject);
  const shadowed = shadow && shade ? onShadow(inFrame, framing, shade, shadow.opacityPercent / 100) : inFrame;
  return { rows: onItsBackground(shadowed, output, background), framing, subject };
}

function onItsBackground(rows: RowWriter, { background: wanted }: PictureOutput, under: Picture | null): RowWriter {
  if (wanted !== 'picture') return wanted ? onColour(rows, wanted) : rows;
  if (!under) throw new Error('A picture under the answer was asked for, and there is none');
  return onBackground(rows, under);
}
