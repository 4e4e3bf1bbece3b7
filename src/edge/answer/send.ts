/**
 * An answer of 200 on its way out, and the end of the call, which hangs on how that goes.
 *
 * Small answers are finished before the line 200 goes out: whatever fails until then is still an error in words, and the
 * answer has a length. Large ones are streamed; a failure of ours then breaks the connection, so that no client takes a
 * part for the whole.
 */

import { inTime } from '../../bounds/in-time.ts';
import { traceIdOf } from '../../protocol/call-headers.ts';
import type { Hold } from '../admit/hold.ts';
import type { Exchange } from '../exchange.ts';
import { log } from '../log.ts';
import type { RequestResources } from '../request-resources.ts';
import type { Answer } from './respond.ts';

/** Answers up to this size are finished before they are sent. */
const finishedBytes = 1024 * 1024;

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Writer = WritableStreamDefaultWriter<Uint8Array>;

/** An answer of which the beginning is made. */
export interface BegunAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly beginning: readonly Uint8Array[];
  /** Length of the whole; null where more follows. */
  readonly bytes: number | null;
  readonly rest: Reader;
}

/** Makes an answer up to its end, or to the size from which it is streamed. @throws what its maker throws */
export async function begin({ headers, body }: Answer, resources: RequestResources): Promise<BegunAnswer> {
  // A stream that broke off has nothing left to cancel, and says so by its own fault once more.
  const rest = resources.keep(body.getReader(), (reader) => reader.cancel().catch(() => {}));
  const beginning: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= finishedBytes) {
    const { value, done } = await rest.read();
    if (done) return { headers, beginning, bytes, rest };
    beginning.push(value);
    bytes += value.length;
  }
  return { headers, beginning, bytes: null, rest };
}

/**
 * Sends an answer. The call is charged once the runtime has taken the first piece: read to its end or left by the client
 * after that. A failure of ours gives the credit back. Everything the request has is given back with its last byte.
 * @param fingerprint remembered with the charge, for repeats of the call
 */
export function send(
  exchange: Exchange,
  answer: BegunAnswer,
  hold: Hold,
  fingerprint: string | null,
  resources: RequestResources,
): Response {
  // A stream that is pulled is sometimes not told that its client has left; a write to one that has always fails.
  const { readable, writable } =
    answer.bytes === null ? new IdentityTransformStream() : new FixedLengthStream(answer.bytes);
  const sent = pump(exchange, answer, writable.getWriter(), hold, fingerprint).finally(() => resources.end());
  exchange.waitUntil(sent);
  return new Response(readable, { headers: answer.headers });
}

async function pump(
  { requestId, traceparent, settings }: Exchange,
  { beginning, rest }: BegunAnswer,
  writer: Writer,
  hold: Hold,
  fingerprint: string | null,
): Promise<void> {
  let charged = false;
  try {
    for await (const piece of pieces(beginning, rest)) {
      if (await isTaken(writer.write(piece), settings.limits.downloadIdleMs)) {
        charged = true;
        continue;
      }
      writer.abort().catch(() => {});
      return await (charged ? hold.settle(fingerprint) : hold.release());
    }
  } catch (cause) {
    log('error', 'answer-broken-off', { requestId, traceId: traceIdOf(traceparent), cause });
    await hold.release();
    writer.abort(cause).catch(() => {});
    return;
  }
  await writer.close().catch(() => {});
  await hold.settle(fingerprint);
}

async function* pieces(beginning: readonly Uint8Array[], rest: Reader): AsyncGenerator<Uint8Array> {
  yield* beginning;
  for (let step = await rest.read(); !step.done; step = await rest.read()) yield step.value;
}

/** False when the client has left, or stays and reads nothing: it would keep its picture in memory for ever. */
function isTaken(write: Promise<void>, idleMs: number): Promise<boolean> {
  const written = write.then(
    () => true,
    () => false,
  );
  return inTime(written, { ms: idleMs }, () => false);
}
