/** Answers of 200: headers and a body that is made as it is read, PNG bytes or Base64 JSON. */
import { Buffer } from 'node:buffer';
import type { Prepared } from '../pipeline/prep.ts';
import type { LaneResult } from './lanes/lane.ts';

export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array>;
}

/** Operations 1, 3 and 5: the PNG itself, facts in headers. */
export function respondPng(result: LaneResult, prepared: Prepared, facts: Readonly<Record<string, string>>): Answer {
  return {
    headers: {
      'Content-Type': 'image/png',
      'X-Input-Dimensions': prepared.inputPx.join(','),
      'X-Processed-Dimensions': prepared.processedPx.join(','),
      'X-Was-Downscaled': String(prepared.wasDownscaled),
      ...facts,
      ...subjectHeader(result),
    },
    body: result.png,
  };
}

/** The members that every Base64 answer has. */
export function pictureMembers({ inputPx, processedPx, wasDownscaled }: Prepared): Record<string, unknown> {
  return { input_dimensions: inputPx, processed_dimensions: processedPx, was_downscaled: wasDownscaled };
}

/** Operations 2, 4, 6 and 7: each named PNG as Base64, one after the other; `members` follow them. */
export function respondJson(
  pngs: readonly (readonly [name: string, png: ReadableStream<Uint8Array>])[],
  members: Readonly<Record<string, unknown>>,
  result: LaneResult,
): Answer {
  return {
    headers: { 'Content-Type': 'application/json', ...subjectHeader(result) },
    body: streamOf(base64Json(pngs, members)),
  };
}

function subjectHeader({ subjectFound }: LaneResult): Record<string, string> {
  return subjectFound ? {} : { 'X-Subject-Found': 'false' };
}

async function* base64Json(
  pngs: readonly (readonly [name: string, png: ReadableStream<Uint8Array>])[],
  members: Readonly<Record<string, unknown>>,
): AsyncGenerator<Uint8Array> {
  let before = '{';
  for (const [name, png] of pngs) {
    yield text(`${before}"${name}":"`);
    yield* base64(png);
    before = '",';
  }
  yield text(`",${JSON.stringify(members).slice(1)}`);
}

async function* base64(png: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  /** Up to two bytes that do not fill a group of three yet. */
  let rest = Buffer.alloc(0);
  for await (const piece of png) {
    const bytes =
      rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const whole = bytes.length - (bytes.length % 3);
    rest = Buffer.from(bytes.subarray(whole));
    yield text(bytes.toString('base64', 0, whole));
  }
  yield text(rest.toString('base64'));
}

/** Latin-1 is the cheapest way from Base64 text to its bytes. */
function text(ascii: string): Uint8Array {
  return Buffer.from(ascii, 'latin1');
}

/** A stream that asks for the next piece only when it is read, and ends the generator when it is left. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
