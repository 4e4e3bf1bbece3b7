/**
 * Bodies of node:http, of requests and of a child's answers: read whole within a bound, or thrown away within bounds.
 * Web streams are read by `pixels/bounds/bounded-body.ts`.
 */
import type { IncomingMessage } from 'node:http';
import { inTime } from '../../pixels/bounds/in-time.ts';
import { HttpRefusal } from './refusal.ts';

/** Bound on any body, whatever its model says. */
export const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Reads a body. With a Content-Length its memory is allocated once, after the length was checked.
 * @throws HttpRefusal 413 where it is larger than `maxBytes`; Error where the caller hangs up
 */
export async function receiveBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const claimed = claimedLength(incoming);
  if (claimed !== undefined && claimed > maxBytes) throw tooLarge(maxBytes);
  const whole = new Uint8Array(claimed ?? 0);
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Not by `for await`: leaving such a loop early destroys the connection, and with it the refusal.
  await new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      if (bytes + chunk.byteLength > (claimed ?? maxBytes)) {
        incoming.off('data', onData);
        reject(tooLarge(claimed ?? maxBytes));
        return;
      }
      if (claimed === undefined) chunks.push(chunk);
      else whole.set(chunk, bytes);
      bytes += chunk.byteLength;
    };
    incoming.on('data', onData);
    incoming.once('end', resolve);
    incoming.once('error', reject);
    incoming.once('close', () => reject(new Error('The caller hung up')));
  });
  return claimed === undefined ? Buffer.concat(chunks, bytes) : whole;
}

/** Value of a usable Content-Length. */
function claimedLength({ headers }: IncomingMessage): number | undefined {
  const text = headers['content-length'];
  return text === undefined ? undefined : Number(text);
}

function tooLarge(maxBytes: number): HttpRefusal {
  return new HttpRefusal(413, `The body is larger than ${maxBytes} bytes`);
}

const discardMs = 5000;

/**
 * Reads the rest of a body and throws it away, at most {@link maxBodyBytes} and 5 s: a refusal that goes out over an
 * unread upload is lost by many clients.
 * @returns false where a bound was hit, so that the connection has to be closed
 */
export async function discardBody(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return incoming.complete;
  const discarded = new Promise<boolean>((resolve) => {
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > maxBodyBytes) resolve(false);
    });
    incoming.once('end', () => resolve(true));
    incoming.once('close', () => resolve(false));
    incoming.once('error', () => resolve(false));
    incoming.resume();
  });
  const complete = await inTime(discarded, { ms: discardMs }, () => false);
  incoming.pause();
  return complete;
}
