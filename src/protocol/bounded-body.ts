/** Bodies as web streams, read whole within a bound. Node's own are read by `inference/protocol/receive.ts`. */
import { MessageFault } from './fault.ts';

/**
 * Reads a whole body, and never more than a bound.
 * @param contentLength value of the Content-Length header, or null; with it the bytes are written in place once
 * @throws MessageFault where the body is larger than `maxBytes`, or not as long as it said
 */
export async function readBoundedBody(
  body: ReadableStream<Uint8Array> | null,
  contentLength: string | null,
  maxBytes: number,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array(0);
  const claimed = contentLength !== null && /^[0-9]{1,15}$/.test(contentLength) ? Number(contentLength) : undefined;
  const reader = body.getReader();
  try {
    if (claimed !== undefined && claimed > maxBytes) throw tooLarge(maxBytes);
    return claimed === undefined ? await collect(reader, maxBytes) : await fill(reader, claimed);
  } catch (fault) {
    reader.cancel().catch(() => {});
    throw fault;
  }
}

async function fill(reader: ReadableStreamDefaultReader<Uint8Array>, bytes: number): Promise<Uint8Array> {
  const whole = new Uint8Array(bytes);
  let offset = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    if (step.value.byteLength > bytes - offset) throw new MessageFault('The body is longer than its Content-Length');
    whole.set(step.value, offset);
    offset += step.value.byteLength;
  }
  if (offset < bytes) throw new MessageFault('The body is shorter than its Content-Length');
  return whole;
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    bytes += step.value.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(step.value);
  }
  const whole = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function tooLarge(maxBytes: number): MessageFault {
  return new MessageFault(`The body is larger than ${maxBytes} bytes`);
}
