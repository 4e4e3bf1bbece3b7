/** The body of a call on its way to the service, and whether all of it may have arrived there. */

/** Pieces as large as the socket has them; without a buffer they are 4 KiB. */
const pieceBytes = 64 * 1024;

/** An upload on its way, and its progress. */
export interface Upload {
  readonly body: ReadableStream<Uint8Array> | null;
  /** Whether its last byte was consumed. Before that no service has begun the work. Always false without a body. */
  readonly isOut: boolean;
}

/** The body of a request, watched. It is read as fast as it is consumed; a failure on either side ends it. */
export function uploadOf({ body, headers }: Request): Upload {
  if (!body) return { body, isOut: false };
  const length = headers.get('Content-Length');
  const { readable, writable } =
    length === null ? new IdentityTransformStream() : new FixedLengthStream(Number(length));
  let isOut = false;
  pump(body, writable).then(
    () => {
      isOut = true;
    },
    // The reader gets the error; a service that answered before it had everything needs no more.
    () => {},
  );
  return {
    body: readable,
    get isOut() {
      return isOut;
    },
  };
}

async function pump(body: ReadableStream<Uint8Array>, writable: WritableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader({ mode: 'byob' });
  const writer = writable.getWriter();
  try {
    let buffer = new ArrayBuffer(pieceBytes);
    for (;;) {
      const { value, done } = await reader.read(new Uint8Array(buffer));
      if (done || !value) break;
      await writer.write(value);
      buffer = value.buffer as ArrayBuffer;
    }
    await writer.close();
  } catch (cause) {
    await Promise.allSettled([reader.cancel(cause), writer.abort(cause)]);
    throw cause;
  }
}
