/** What an answer other than 200 means to the caller of the inference service. */
import { readBoundedBody } from '../../pixels/bounds/bounded-body.ts';
import { NetworkAbsent, NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import { isRecord } from './frame.ts';

const maxRefusalBytes = 64 * 1024;
const maxReasonLength = 300;
const maxRetryAfterSeconds = 3600;

/**
 * The fault that a refusal stands for: 503 is load and may be tried again after its `Retry-After`, the statuses of `absent` say
 * that there is no such network, the rest is an internal failure.
 * @param what happened, for the log: who answered what
 * @param reason see `readReason`; empty where there is none
 */
export function networkFaultOf(
  { status, headers }: Response,
  what: string,
  reason: string,
  absent: readonly number[] = [404],
): NetworkFault {
  const message = reason ? `${what}: ${reason.slice(0, maxReasonLength)}` : what;
  if (absent.includes(status)) return new NetworkAbsent(message);
  if (status !== 503) return new NetworkFault('failed', message);
  return new NetworkFault('unavailable', message, { retryAfterSeconds: readRetryAfter(headers) });
}

/** The text of the protocol's error object, `{"error": "text"}`. Empty for anything else: proxies say it their own way. */
export async function readReason(response: Response): Promise<string> {
  try {
    const body = await readBoundedBody(response.body, null, maxRefusalBytes);
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
    return isRecord(parsed) && typeof parsed.error === 'string' ? parsed.error : '';
  } catch {
    // The status says enough; a body that cannot be read adds nothing.
    return '';
  }
}

/** Whole seconds from 1 to an hour, or undefined where the header is absent or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null || !/^[0-9]{1,9}$/.test(text)) return undefined;
  return Math.min(Math.max(1, Number(text)), maxRetryAfterSeconds);
}
