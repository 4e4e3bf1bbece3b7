/** From a result's rows to the file that the caller gets. */
import type { PictureOutput } from '../../../contract/output/output.ts';
import { inTurns } from '../../bounds/shared-thread.ts';
import type { Picture } from '../picture/picture.ts';
import type { Region } from '../plane/region.ts';
import { encodePng } from '../png/encode.ts';
import { encode } from './encode.ts';
import type { Encoders } from './encoders.ts';
import { finishedRows, type ResultRows } from './finished-rows.ts';
import { framedRows } from './framed-rows.ts';
import type { Framing } from './framing.ts';

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
  result: ResultRows,
  picture: Picture,
  output: PictureOutput | undefined,
  encoders: Encoders,
  background?: Picture,
): Promise<FinishedFile> {
  const { icc, codePoints } = picture;
  if (!output) return { encoded: encodePng(result.rows, icc, codePoints), output: null, subject: null };
  const terms = { framed: framedRows, background: background ?? null };
  const { rows, framing, subject } = await inTurns(finishedRows(result, picture, output, terms));
  return {
    encoded: encode({ rows, icc, codePoints, input: picture, framing }, output.format, output.quality, encoders),
    output: framing,
    subject: output.tellsSubject === true ? subject : null,
  };
}
