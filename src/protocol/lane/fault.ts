/** What can become of a picture other than a result, as an answer of the image lane. */
import type { NetworkFault, NetworkFaultKind } from '../../pipeline/networks.ts';
import { BackgroundFault, ImageFault, type ImageFaultKind } from '../../pipeline/picture/fault.ts';
import { networkFaultOf, readReason } from '../refusal.ts';

export type LaneFault = ImageFault | NetworkFault;

const statusOf: Readonly<Record<ImageFaultKind | NetworkFaultKind, number>> = {
  unsupported: 415,
  invalid: 422,
  // Hardly ever sent by a proxy in front of the lane.
  absent: 410,
  unavailable: 503,
  failed: 500,
};

/** Header of a fault that is the background's, not the picture's. */
export const faultOfName = 'X-Fault-Of';
const ofBackground = 'background';

/** `{"error": message, "kind": kind}` with the kind's status, whose fault it is, and `Retry-After` where waiting helps. */
export function writeLaneFault(fault: LaneFault): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
} {
  const { kind, message } = fault;
  const retry: Record<string, string> =
    fault.kind === 'unavailable' ? { 'Retry-After': String(fault.retryAfterSeconds) } : {};
  const owner: Record<string, string> = fault instanceof BackgroundFault ? { [faultOfName]: ofBackground } : {};
  return {
    status: statusOf[kind],
    headers: { 'Content-Type': 'application/json', ...retry, ...owner },
    body: new TextEncoder().encode(JSON.stringify({ error: message, kind })),
  };
}

/** Reads the fault that an answer states, by its status: others than the lane answer in its place too. */
export async function readLaneFault(response: Response): Promise<LaneFault> {
  const reason = await readReason(response);
  const kind = (['unsupported', 'invalid', 'absent'] as const).find((each) => statusOf[each] === response.status);
  if (reason && kind) {
    const fault = new ImageFault(kind, reason);
    return response.headers.get(faultOfName) === ofBackground ? new BackgroundFault(fault) : fault;
  }
  return networkFaultOf(response, `The image lane answered ${response.status}`, reason);
}
