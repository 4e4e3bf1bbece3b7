/** Makes a refusal of anything that was thrown, and its answer. */
import type { ImageSource } from '../../contract/encoding.ts';
import { pointRefused } from '../../contract/points.ts';
import {
  invalidImage,
  type Refusal,
  Refused,
  refusal,
  unsupportedFormat,
  unsupportedRaw,
} from '../../contract/refusals.ts';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import { ImageFault, RawFault, ReaderFault } from '../../pixels/pipeline/picture/fault.ts';
import { PointFault } from '../../pixels/pipeline/points/fault.ts';
import { supportEmailOf } from '../environment.ts';
import { log } from '../log.ts';

/** By which a request is found in logs: its id, and that of the trace that it is part of. */
export interface RequestNames {
  readonly requestId: string;
  readonly traceId?: string;
}

/** The refusal of a failure; a fault of the service is logged with its cause. */
export function refusalOf(failure: unknown, source: ImageSource, heic: boolean, names: RequestNames): Refusal {
  if (failure instanceof Refused) {
    const { status } = failure.refusal;
    if (status >= 500) log('error', 'refused', { ...names, failure });
    return failure.refusal;
  }
  if (failure instanceof ImageFault) {
    if (failure instanceof ReaderFault) log('error', 'reader-failed', { ...names, failure });
    if (failure instanceof PointFault) return pointRefused(failure.field, failure.message, failure.code);
    if (failure instanceof RawFault) return unsupportedRaw(source, heic);
    return failure.kind === 'unsupported' ? unsupportedFormat(source, heic) : invalidImage(source, failure.message);
  }
  log('error', 'failed', { ...names, failure: failure instanceof Error ? failure : String(failure) });
  if (failure instanceof NetworkFault && failure.kind === 'unavailable') {
    return refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: failure.retryAfterSeconds });
  }
  return refusal('INTERNAL_ERROR');
}

/** The answer of a refusal: the contract's body, and the code in a header. */
export function refuse(refused: Refusal, env: object): Response {
  const { code, status, body, retryAfterSeconds, allow, receivedFields } = refused;
  const text = JSON.stringify(body).replace('<SUPPORT_EMAIL>', supportEmailOf(env));
  const headers = new Headers({ 'Content-Type': 'application/json', 'X-Error-Code': code });
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(Math.ceil(retryAfterSeconds)));
  if (allow !== undefined) headers.set('Allow', allow);
  if (receivedFields !== undefined) headers.set('X-Received-Fields', receivedFields);
  return new Response(text, { status, headers });
}
