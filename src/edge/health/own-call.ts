/** A call of the public API that the service makes of itself, by an ordinary key of the operator: what a customer would see. */
import { Buffer } from 'node:buffer';
import { imageNames } from '../../contract/encoding.ts';
import { type ProcessingOperation, processingOperations } from '../../contract/operations.ts';
import { inTime } from '../../pixels/bounds/in-time.ts';
import { log } from '../log.ts';

/** Answers a request as the service does. */
export type Answering = (request: Request) => Response | Promise<Response>;

/** One of the photos of the playground, with a car, which some operations need. */
export const photoPath = '/samples/car.jpg';
/** Shorter than the time between two of these calls, so that there is never a second one. */
const patienceMs = 40_000;
/** No host: the request never leaves the Worker. */
const origin = 'http://status.invalid';
/** Statuses by which the key's own terms refuse a call, its limit for one: no failures of the service. */
const ofTheKey: readonly number[] = [401, 402, 403, 429];

/**
 * Calls an operation and reads its answer to the end, for at most 40 seconds.
 * @param turn which operation: they come one after the other
 * @returns whether it failed; null where the key may not call it, which the log then says
 */
export async function hasOwnCallFailed(
  turn: number,
  key: string,
  { PAGES }: { readonly PAGES?: Pick<Fetcher, 'fetch'> },
  answering: Answering,
): Promise<boolean | null> {
  const operation = processingOperations[turn % processingOperations.length];
  const leaving = new AbortController();
  const late = () => {
    leaving.abort();
    return 'late' as const;
  };
  try {
    const photo = await PAGES?.fetch(origin + photoPath);
    if (!photo?.ok) throw new Error(`${photoPath} is missing`);
    const request = requestOf(operation, key, await photo.arrayBuffer(), leaving.signal);
    const outcome = await inTime(statusOf(answering, request), { ms: patienceMs }, late);
    if (outcome === 200) return false;
    const isOfTheKey = typeof outcome === 'number' && ofTheKey.includes(outcome);
    log(isOfTheKey ? 'warning' : 'error', 'own-call-failed', { operation: operation.name, outcome });
    return isOfTheKey ? null : true;
  } catch (cause) {
    log('error', 'own-call-failed', { operation: operation.name, cause });
    return true;
  }
}

function requestOf({ path, encoding }: ProcessingOperation, key: string, photo: ArrayBuffer, signal: AbortSignal) {
  const [name] = imageNames[encoding];
  const headers = new Headers({ 'X-API-Key': key });
  if (encoding === 'json') {
    headers.set('Content-Type', 'application/json');
    const body = JSON.stringify({ [name]: Buffer.from(photo).toString('base64') });
    return new Request(origin + path, { method: 'POST', headers, body, signal });
  }
  const body = new FormData();
  body.set(name, new File([photo], 'photo.jpg', { type: 'image/jpeg' }));
  return new Request(origin + path, { method: 'POST', headers, body, signal });
}

/** The credit moves once the body has been read. */
async function statusOf(answering: Answering, request: Request): Promise<number> {
  const answer = await answering(request);
  await answer.arrayBuffer();
  return answer.status;
}
