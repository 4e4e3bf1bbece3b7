/** The calls this page makes. Each throws `CallFailed` with text fit to be shown. */
import type { OperationName, ProcessingOperation } from '../contract/operations.ts';
import { brokenOff, CallFailed, failureOf } from './failures.ts';

export interface Credit {
  readonly credit: number;
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  readonly expirationDate: string;
}

export interface MadePicture {
  readonly png: Blob;
  readonly headers: Headers;
  /** From sending the photo to the last byte of the answer. */
  readonly milliseconds: number;
}

/** The operations that the page calls. */
export type PageOperation = Extract<OperationName, 'image-without-background' | 'alpha-channel'>;

/** What the key can spend. Free. */
export async function askCredit(key: string, signal: AbortSignal): Promise<Credit> {
  const response = await call('/available-credit', { headers: { 'X-API-Key': key }, signal });
  const { credit, expiration_date } = Object(await response.json());
  return { credit: Number(credit), expirationDate: String(expiration_date) };
}

/** Sends the photo to an operation. Costs 1 credit. */
export async function processPhoto(
  operation: PageOperation,
  photo: File,
  key: string,
  signal: AbortSignal,
): Promise<MadePicture> {
  const body = new FormData();
  body.append('file', photo);
  const startedAt = performance.now();
  const path = `/v1.0/${operation}` as const satisfies ProcessingOperation['path'];
  const response = await call(path, { method: 'POST', headers: { 'X-API-Key': key }, body, signal });
  try {
    const png = await response.blob();
    return { png, headers: response.headers, milliseconds: performance.now() - startedAt };
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new CallFailed(brokenOff(true));
  }
}

async function call(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new CallFailed(brokenOff(false));
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw new CallFailed(failureOf(response.status, response.headers, body));
}
