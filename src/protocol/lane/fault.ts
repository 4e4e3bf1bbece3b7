/** What can become of a picture other than a result, as an answer of the image lane. */
import type { NetworkFault, NetworkFaultKind } from '../../pipeline/networks.ts';
import { ImageFault, type ImageFaultKind } from '../../pipeline/picture/fault.ts';
import { networkFaultOf, readReason } from '../refusal.ts';

export type LaneFault = ImageFault | NetworkFault;

const statusOf: Readonly<Record<ImageFaultKind | NetworkFaultKind, number>> = {
  unsupported: 415,
  invalid: 422,
  // Hardly ever said by anybody who answers in the lane's place.
  absent: 410,
  unavailable: 503,
  failed: 500,
};

/** `{"error": message, "kind": kind}` with the kind's status, and `Retry-After` where waiting helps. */
export function writeLaneFault(fault: LaneFault): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
} {
  const { kind, message } = fault;
  const retry: Record<string, string> =
    fault.kind === 'unavailable' ? { 'Retry-After': String(fault.retryAfterSeconds) } : {};
  return {
    status: statusOf[kind],
    headers: { 'Content-Type': 'application/json', ...retry },
    body: new TextEncoder().encode(JSON.stringify({ error: message, kind })),
  };
}

/** Reads the fault that an answer states, by its status: others than the lane answer in its place too. */
export async function readLaneFault(response: Response): Promise<LaneFault> {
  const reason = await readReason(response);
  if (reason && response.status === statusOf.unsupported) return new ImageFault('unsupported', reason);
  if (reason && response.status === statusOf.invalid) return new ImageFault('invalid', reason);
  if (reason && response.status === statusOf.absent) return new ImageFault('absent', reason);
  return networkFaultOf(response, `The image lane answered ${response.status}`, reason);
}
