/** Answers of the front: how they are made, and how they are written to node:http. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpRefusal } from './refusal.ts';
import type { RouteAnswer } from './route.ts';

/** A JSON answer. */
export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): RouteAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** The protocol's error object. */
export function refusalAnswer({ status, message, headers }: HttpRefusal): RouteAnswer {
  return jsonAnswer(status, { error: message }, headers);
}

/** An answer that says everything by its status. */
export function emptyAnswer(status: number): RouteAnswer {
  return { status, headers: {}, body: new Uint8Array(0) };
}

/**
 * Writes an answer. Resolves when its last byte was handed to the system.
 * @throws Error where the caller hung up or the body's source failed; the connection is then closed
 */
export async function sendAnswer(response: ServerResponse, answer: RouteAnswer, withBody: boolean): Promise<void> {
  const { status, headers, body } = answer;
  if (body instanceof Uint8Array) {
    response.writeHead(status, { ...headers, 'Content-Length': body.byteLength });
    await new Promise<void>((resolve, reject) => {
      response.once('close', () => (response.writableFinished ? resolve() : reject(new Error('The caller hung up'))));
      response.once('finish', resolve);
      response.end(withBody ? body : undefined);
    });
    return;
  }
  response.writeHead(status, { ...headers });
  await pipeline(Readable.from(body, { objectMode: false }), response);
}
