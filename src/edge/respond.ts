/** Answers: PNG bytes or Base64 JSON, streamed; and the end of the hold, which hangs on how the stream ends. */
import { Buffer } from 'node:buffer';
import type { Prepared } from '../pipeline/prep.ts';
import type { Hold } from './admission.ts';
import type { Exchange } from './exchange.ts';
import type { LaneResult } from './lanes/lane.ts';
import { log } from './log.ts';

/** Operations 1, 3 and 5: the PNG itself, facts in headers. */
export function respondPng(result: LaneResult, prepared: Prepared, facts: Readonly<Record<string, string>>): Response {
  return new Response(result.png, {
    headers: {
      'Content-Type': 'image/png',
      'X-Input-Dimensions': prepared.inputPx.join(','),
      'X-Processed-Dimensions': prepared.processedPx.join(','),
      'X-Was-Downscaled': String(prepared.wasDownscaled),
      ...facts,
      ...subjectHeader(result),
    },
  });
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
): Response {
  const body = streamOf(base64Json(pngs, members));
  return new Response(body, { headers: { 'Content-Type': 'application/json', ...subjectHeader(result) } });
}

/**
 * Ties the hold to the body. Read to its end, or left by the client: charged. Broken by a failure of ours: given back,
 * and the connection is broken off so that the client sees it.
 */
export function settleWith(exchange: Exchange, hold: Hold, response: Response, done: () => void): Response {
  // A stream that is pulled is sometimes not told that its client has left; a write to one that has always fails.
  const { readable, writable } = new IdentityTransformStream();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const sent = send(exchange, reader, writable.getWriter(), hold).finally(done);
  // Work of a client that has left is cancelled unless it is held on to.
  exchange.waitUntil(sent);
  return new Response(readable, response);
}

async function send(
  { requestId, settings }: Exchange,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  hold: Hold,
): Promise<void> {
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (await isTaken(writer.write(piece.value), settings.limits.downloadIdleMs)) continue;
      reader.cancel().catch(() => {});
      writer.abort().catch(() => {});
      return await hold.settle();
    }
  } catch (cause) {
    log('error', 'answer-broken-off', { requestId, cause });
    await hold.release();
    writer.abort(cause).catch(() => {});
    return;
  }
  await writer.close().catch(() => {});
  await hold.settle();
}

/** False when the client has left, or stays and reads nothing: it would keep its picture in memory for ever. */
async function isTaken(write: Promise<void>, idleMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const idle = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), idleMs);
  });
  try {
    return await Promise.race([
      write.then(
        () => true,
        () => false,
      ),
      idle,
    ]);
  } finally {
    clearTimeout(timer);
  }
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
