import { NetworkFault } from '../pipeline/networks.ts';
import { readBody } from './bounded-body.ts';
import { isRecord } from './frame.ts';

const maxRefusalBytes = 64 * 1024;
const maxReasonLength = 300;
const maxRetryAfterSeconds = 3600;

/**
 * What an answer other than 200 means: 503 is load and may be tried again after its `Retry-After`, the rest is a
 * failure of ours. The protocol's body is `{"error": "text"}`, but proxies in front answer with bodies of their own.
 */
export async function refusalOf(response: Response, path: string): Promise<NetworkFault> {
  const reason = await readReason(response);
  const message = `The inference service answered ${response.status} to ${path}${reason && `: ${reason}`}`;
  if (response.status !== 503) return new NetworkFault('failed', message);
  return new NetworkFault('unavailable', message, { retryAfterSeconds: readRetryAfter(response.headers) });
}

/** Whole seconds from 1 to an hour, or undefined where the header is absent or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null || !/^[0-9]{1,9}$/.test(text)) return undefined;
  return Math.min(Math.max(1, Number(text)), maxRetryAfterSeconds);
}

async function readReason(response: Response): Promise<string> {
  try {
    const body = await readBody(response.body, null, maxRefusalBytes);
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
    const reason = isRecord(parsed) && typeof parsed.error === 'string' ? parsed.error : '';
    return reason.slice(0, maxReasonLength);
  } catch {
    // The status says enough; a body that cannot be read adds nothing.
    return '';
  }
}
