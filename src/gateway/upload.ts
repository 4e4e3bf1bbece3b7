/** The body of a call on its way to the service, and whether all of it may have arrived there. */

/** Pieces as large as the socket has them; without a buffer they are 4 KiB. */
const pieceBytes = 64 * 1024;

/** What goes out, and what is known of it. */
export interface Upload {
  readonly body: ReadableStream<Uint8Array> | null;
  /** Whether its last byte was taken. Before that no service has worked on it; a call without a body is none to work on. */
  readonly isOut: boolean;
}

/** The body of a request, watched. It is read as it is taken; what fails in between ends it. */
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
    // Whoever reads it is told; a service that answered before it had all of it has no more use for it.
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
