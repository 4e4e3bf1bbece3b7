/** An answer on its way from child to caller. */
import type { IncomingMessage } from 'node:http';
import { laneAnswerNames } from '../../wire/protocol/lane/answer.ts';
import { headersOf } from '../protocol/call.ts';

/** The headers of an answer that the lane defines; others of the child's server are dropped. */
export function relayHeaders(response: IncomingMessage): Record<string, string> {
  const header = headersOf(response);
  return Object.fromEntries(
    laneAnswerNames.flatMap((name) => {
      const value = header(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/**
 * The chunks of a body, read as they are asked for. The clock runs only while the child owes one: a reader may be as
 * slow as it likes.
 * @param onStall called when the child owed a chunk for longer than `stallMs`; the body then breaks off
 * @param onEnd called once, however it ends
 * @throws Error where the child breaks off
 */
export async function* relayBody(
  body: IncomingMessage,
  stallMs: number,
  onStall: () => void,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(onStall, stallMs);
      const step = await chunks.next().finally(() => clearTimeout(timer));
      if (step.done) return;
      yield step.value;
    }
  } finally {
    body.destroy();
    onEnd();
  }
}
