/** Answers: PNG bytes or Base64 JSON, streamed; and the end of the hold, which hangs on how the stream ends. */
import { Buffer } from 'node:buffer';
import type { Prepared } from '../pipeline/prep.ts';
import type { Hold } from './admission.ts';
import type { Exchange } from './exchange.ts';
import type { LaneResult } from './lanes/lane.ts';
import { log } from './log.ts';

/** Operations 1, 3 and 5: the PNG itself, facts in headers. */
export function respondPng(result: LaneResult, prepared: Prepared): Response {
  return new Response(result.png, {
    headers: {
      'Content-Type': 'image/png',
      'X-Input-Dimensions': prepared.inputPx.join(','),
      'X-Processed-Dimensions': prepared.processedPx.join(','),
      'X-Was-Downscaled': String(prepared.wasDownscaled),
      ...subjectHeader(result),
    },
  });
}

/** Operations 2, 4, 6 and 7: `name` holds the PNG as Base64, `members` follow it. */
export function respondJson(name: string, result: LaneResult, members: Readonly<Record<string, unknown>>): Response {
  const rest = JSON.stringify(members);
  const body = base64Json(`{"${name}":"`, result.png, `",${rest.slice(1)}`);
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

function base64Json(before: string, png: ReadableStream<Uint8Array>, after: string): ReadableStream<Uint8Array> {
  const reader = png.getReader();
  const encoder = new TextEncoder();
  let begun = false;
  /** Up to two bytes that do not fill a group of three yet. */
  let rest = Buffer.alloc(0);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!begun) {
          begun = true;
          controller.enqueue(encoder.encode(before));
          return;
        }
        const { value, done } = await reader.read();
        if (done) {
          controller.enqueue(encoder.encode(rest.toString('base64') + after));
          controller.close();
          return;
        }
        const bytes =
          rest.length > 0 ? Buffer.concat([rest, value]) : Buffer.from(value.buffer, value.byteOffset, value.length);
        const whole = bytes.length - (bytes.length % 3);
        rest = Buffer.from(bytes.subarray(whole));
        // Latin-1 is the cheapest way from Base64 text to its bytes.
        controller.enqueue(Buffer.from(bytes.toString('base64', 0, whole), 'latin1'));
      },
      cancel(reason) {
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
