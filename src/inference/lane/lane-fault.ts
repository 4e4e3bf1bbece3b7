/** What can become of a picture other than a result, as status and body of an answer. */

import { NetworkFault } from '../../pipeline/networks.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { jsonAnswer } from '../protocol/answer.ts';
import type { Answer } from '../protocol/route.ts';

export type LaneFaultKind = 'unsupported' | 'invalid' | 'unavailable' | 'failed';

const statusOf: Readonly<Record<LaneFaultKind, number>> = {
  unsupported: 415,
  invalid: 422,
  unavailable: 503,
  failed: 500,
};

/** `{"error": message, "kind": kind}` with the kind's status, and `Retry-After` where waiting helps. */
export function faultAnswer(kind: LaneFaultKind, message: string, retryAfterSeconds = 1): Answer {
  const headers: Record<string, string> = kind === 'unavailable' ? { 'Retry-After': String(retryAfterSeconds) } : {};
  return jsonAnswer(statusOf[kind], { error: message, kind }, headers);
}

/** The answer to a fault of whatever origin. Only faults that are made for callers show their message. */
export function answerToFault(fault: unknown): Answer {
  if (fault instanceof ImageFault) return faultAnswer(fault.kind, fault.message);
  if (fault instanceof NetworkFault) return faultAnswer(fault.kind, fault.message, fault.retryAfterSeconds);
  return faultAnswer('failed', 'The image lane failed; its log says why');
}
