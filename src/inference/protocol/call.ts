/** What a request's headers say about the call: who, until when, and whether the caller is still there. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from './refusal.ts';

const defaultDeadlineMs = 60_000;
const longestDeadlineMs = 600_000;

/**
 * Reads `X-Deadline-Ms`: the milliseconds that remain. 60 s where it is absent, never more than 10 min.
 * @returns milliseconds since the epoch
 * @throws Refusal 400 where it is no number
 */
export function readDeadline({ headers }: IncomingMessage, nowMs: number): number {
  const text = headers['x-deadline-ms'];
  if (text === undefined) return nowMs + defaultDeadlineMs;
  if (typeof text !== 'string' || !/^-?[0-9]{1,15}(\.[0-9]{1,9})?$/.test(text)) {
    throw new Refusal(400, 'Expected milliseconds that remain as X-Deadline-Ms');
  }
  return nowMs + Math.min(Number(text), longestDeadlineMs);
}

/** `X-Request-Id`, where it is usable in a log line. */
export function readRequestId({ headers }: IncomingMessage): string | undefined {
  const text = headers['x-request-id'];
  return typeof text === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(text) ? text : undefined;
}

/** A signal that is aborted when the connection closes before the answer was written. */
export function callerSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('The caller hung up'));
  });
  return controller.signal;
}
