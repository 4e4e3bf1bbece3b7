/**
 * Sends an answer of 200 and ends the call: charged or not, depending on how far the client has read.
 *
 * Small answers are complete before the status line is sent: a failure until then can still be answered with an error, and
 * the answer has a length. Large ones are streamed; a failure of the service then breaks the connection, so that no client
 * mistakes a part for the whole.
 */

import type { NamedCall } from '../../contract/idempotency.ts';
import { inTime } from '../../pixels/bounds/in-time.ts';
import { Transfer } from '../../pixels/bounds/transfer.ts';
import { traceIdOf } from '../../wire/protocol/call-headers.ts';
import { inSpan } from '../../wire/tracing/span.ts';
import type { Hold } from '../admit/hold.ts';
import type { Exchange, Sent } from '../exchange.ts';
import { log } from '../log.ts';
import type { RequestResources } from '../request-resources.ts';
import type { Answer } from './respond.ts';

/** Answers up to this size are complete before they are sent. */
const finishedBytes = 1024 * 1024;

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Writer = WritableStreamDefaultWriter<Uint8Array>;

/** An answer whose beginning is ready. */
export interface BegunAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly beginning: readonly Uint8Array[];
  /** Length of the whole; null where more follows. */
  readonly bytes: number | null;
  readonly rest: Reader;
}

/** What depends on how the sending ends. */
interface SendTerms {
  readonly hold: Hold;
  /** Remembered with the charge, for repeats and edits of it; null where it has no `Idempotency-Key`. */
  readonly call: NamedCall | null;
  readonly resources: RequestResources;
  /** Gets how fast the client reads. */
  readonly transfer?: Transfer;
}

/** Reads an answer to its end, or to the size from which it is streamed. @throws what its stream throws */
export async function begin({ headers, body }: Answer, resources: RequestResources): Promise<BegunAnswer> {
  // Cancelling a stream that has failed rejects with the same fault again.
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
 * Sends an answer. The call is charged if the client reads the first piece, even if it leaves after that. A failure of the
 * service releases the credit. All that the request holds is given back with the last byte.
 */
export function send(exchange: Exchange, answer: BegunAnswer, terms: SendTerms): Response {
  // A pulled stream is not always cancelled when its client leaves; a write then always fails.
  const { readable, writable } =
    answer.bytes === null ? new IdentityTransformStream() : new FixedLengthStream(answer.bytes);
  const pumped = inSpan(exchange.span, 'send', () => pump(exchange, answer, writable.getWriter(), terms));
  const sent = pumped.finally(() => terms.resources.end());
  exchange.sending = sent;
  exchange.waitUntil(sent);
  return new Response(readable, { headers: answer.headers });
}

async function pump(
  exchange: Exchange,
  { beginning, rest }: BegunAnswer,
  writer: Writer,
  { hold, call, transfer = new Transfer() }: SendTerms,
): Promise<Sent> {
  const { requestId, traceparent, settings } = exchange;
  let bytes = 0;
  let charged = false;
  const settle = async (end: Sent['end']): Promise<Sent> => {
    const ended = await hold.settle(call);
    return { bytes, credits: ended === 'ended' ? (exchange.price ?? 0) : 0, end, hold: ended };
  };
  const giveBack = async (end: Sent['end']): Promise<Sent> => {
    return { bytes, credits: 0, end, hold: await hold.release() };
  };
  try {
    for await (const piece of pieces(beginning, rest)) {
      transfer.wait();
      if (await isRead(writer.write(piece), settings.limits.downloadIdleMs)) {
        transfer.moved(piece.length);
        bytes += piece.length;
        charged = true;
        continue;
      }
      writer.abort().catch(() => {});
      return await (charged ? settle('left') : giveBack('left'));
    }
  } catch (cause) {
    log('error', 'answer-broken-off', { requestId, traceId: traceIdOf(traceparent), cause });
    const sent = await giveBack('broken-off');
    writer.abort(cause).catch(() => {});
    return sent;
  }
  await writer.close().catch(() => {});
  return settle('read');
}

async function* pieces(beginning: readonly Uint8Array[], rest: Reader): AsyncGenerator<Uint8Array> {
  yield* beginning;
  for (let step = await rest.read(); !step.done; step = await rest.read()) yield step.value;
}

/** Whether the client reads a piece in time. One that stays and reads nothing would keep its picture in memory for ever. */
function isRead(write: Promise<void>, idleMs: number): Promise<boolean> {
  const written = write.then(
    () => true,
    () => false,
  );
  return inTime(written, { ms: idleMs }, () => false);
}
