/** The head of a request of node:http, and whether its caller is still there. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadHeader } from '../../wire/protocol/call-headers.ts';

/** The headers of a message; null for one that is missing, or that Node gives as a list. */
export function headersOf({ headers }: IncomingMessage): ReadHeader {
  return (name) => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? value : null;
  };
}

/** A signal that is aborted when the connection closes before the answer was written. */
export function callerSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('The caller hung up'));
  });
  return controller.signal;
}
