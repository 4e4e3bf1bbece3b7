/** Faults as answers of the lane: faults made for callers with their text, all others without details. */
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { lostHeaders } from '../../wire/protocol/call-headers.ts';
import { type LaneFault, writeLaneFault } from '../../wire/protocol/lane/fault.ts';
import type { RouteAnswer } from '../protocol/route.ts';

/** The fault that is sent to the caller, whatever was thrown. */
export function laneFaultOf(cause: unknown): LaneFault {
  if (cause instanceof ImageFault || cause instanceof NetworkFault) return cause;
  return new NetworkFault('failed', 'The image lane failed; its log says why', { cause });
}

/** Says that a picture was being worked on and its process has ended. */
export function lost(): RouteAnswer {
  const answer = unavailable('The process that worked on the picture ended');
  return { ...answer, headers: { ...answer.headers, ...lostHeaders } };
}

/** Refuses a picture for now. @param retryAfterSeconds when it may be sent again, from 1 */
export function unavailable(message: string, retryAfterSeconds = 2): RouteAnswer {
  return writeLaneFault(new NetworkFault('unavailable', message, { retryAfterSeconds }));
}
