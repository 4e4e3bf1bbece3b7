/** What can become of a picture other than a result, as an answer of the image lane. */
import type { NetworkFault, NetworkFaultKind } from '../../../pixels/pipeline/networks/networks.ts';
import { BackgroundFault, ImageFault, type ImageFaultKind } from '../../../pixels/pipeline/picture/fault.ts';
import { PointFault, pointFaultCodes } from '../../../pixels/pipeline/points/fault.ts';
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

/** Header of a fault that is the background's, or of points that a field names, not the picture's. */
export const faultOfName = 'X-Fault-Of';
const ofBackground = 'background';
const pointsFields = ['keep_points', 'drop_points'] as const;
/** Header of a fault of points: what is wrong with them. */
export const faultCodeName = 'X-Fault-Code';

/** `{"error": message, "kind": kind}` with the kind's status, whose fault it is, and `Retry-After` where waiting helps. */
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
    headers: { 'Content-Type': 'application/json', ...retry, ...ownerOf(fault) },
    body: new TextEncoder().encode(JSON.stringify({ error: message, kind })),
  };
}

function ownerOf(fault: LaneFault): Readonly<Record<string, string>> {
  if (fault instanceof PointFault) return { [faultOfName]: fault.field, [faultCodeName]: fault.code };
  return fault instanceof BackgroundFault ? { [faultOfName]: ofBackground } : {};
}

/** Reads the fault that an answer states, by its status: others than the lane answer in its place too. */
export async function readLaneFault(response: Response): Promise<LaneFault> {
  const reason = await readReason(response);
  const kind = (['unsupported', 'invalid', 'absent'] as const).find((each) => statusOf[each] === response.status);
  if (reason && kind) {
    const owner = response.headers.get(faultOfName);
    const field = pointsFields.find((name) => name === owner);
    const code = pointFaultCodes.find((each) => each === response.headers.get(faultCodeName));
    if (field && code) return new PointFault(field, code, reason);
    const fault = new ImageFault(kind, reason);
    return owner === ofBackground ? new BackgroundFault(fault) : fault;
  }
  return networkFaultOf(response, `The image lane answered ${response.status}`, reason);
}
