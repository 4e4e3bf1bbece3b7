/** Room for the files of a call in this isolate, and the refusal where there is none. */
import { Refused, refusal } from '../../contract/refusals.ts';
import type { Body } from '../../pixels/bounds/capacity.ts';
import type { RequestMemory } from '../../pixels/bounds/memory.ts';
import type { Exchange } from '../exchange.ts';
import { knownLines } from './inference-link.ts';

const longestRetrySeconds = 60;

/** Bytes of a file and its background, which may share one buffer. */
export function bytesOf(file: Uint8Array, background: Uint8Array | null): number {
  const own = file.buffer.byteLength;
  return background && background.buffer !== file.buffer ? own + background.buffer.byteLength : own;
}

/** Waits unread until a body may begin to take room, or is refused (docs/decisions/0061). @throws Refused 503 */
export async function beginBody(exchange: Exchange, memory: RequestMemory, body: Body): Promise<void> {
  if (isDistinguished(exchange) && !(await memory.isLetIn())) throw noRoom(10, 'A slow body of the same caller comes');
  const overdueMs = await memory.beginBody(body, paceOf(exchange));
  if (overdueMs > 0) throw noRoom(Math.max(2, Math.ceil(overdueMs / 1000)), 'No room for an upload');
}

/** Whether the caller is known apart from others: by a key or an account, or by an address that can be believed. */
function isDistinguished({ key, settings }: Exchange): boolean {
  return key !== null || settings.trustedAddressHeader !== null;
}

/** Milliseconds of a picture's runs, from that of the deployment's network on; null where that is not known. */
export function paceOf({ settings }: Exchange): number | null {
  return knownLines.of(settings.matte.model).runMs;
}

/** @param seconds after which there should be room; the answer says a minute at most */
export function noRoom(seconds: number, cause: unknown): Refused {
  const retryAfterSeconds = Math.min(longestRetrySeconds, seconds);
  return new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds }), cause);
}
