/** A picture that a call names by its address (docs/decisions/0045): fetched by the fetcher, within the limits of uploads. */
import { addressNotAllowed, addressRefused, addressStatus, addressTooLarge } from '../../contract/image-url.ts';
import type { Limits } from '../../contract/limits.ts';
import { type Refusal, Refused, refusal } from '../../contract/refusals.ts';
import { parseUrl } from '../../contract/settings/kinds.ts';
import { hexadecimal, hmac } from '../../money/keys/hmac.ts';
import { inTime } from '../../pixels/bounds/in-time.ts';
import { publicAddress } from '../../wire/fetcher/address.ts';
import { type FetchFailure, type FetchOrder, failureStatus } from '../../wire/fetcher/protocol.ts';
import type { Exchange } from '../exchange.ts';
import { log } from '../log.ts';
import { BodyReader, BrokenBody } from './body.ts';
import type { BodyRoom } from './body-room.ts';
import { fetchPlaces } from './fetch-places.ts';
import { GrowingFile } from './growing-file.ts';

type Fetcher = NonNullable<Exchange['env']['FETCHER']>;

/** Longest waits for a place, behind a slow body and for room, and some seconds. */
const waitsMs = 100_000;

/** How pictures are fetched for a call. */
export interface FetchTerms {
  readonly limits: Limits;
  /** Name under which the address was sent; that of the image if left out. */
  readonly name?: string;
  /** The refusal of a file over the limit, if not the usual one. */
  readonly tooLarge?: Refusal;
  /** Whether this caller may name addresses. */
  readonly allowed: boolean;
  /** Waits until the file may take room, once the address is known to be allowed. */
  begin(): Promise<BodyRoom>;
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal;
}

/**
 * Fetches a picture.
 * @param address as the caller wrote it
 * @throws Refused 422 where the address has no picture, 503 where the fetcher is down
 */
export async function fetchPicture(
  exchange: Exchange,
  address: string,
  terms: FetchTerms,
): Promise<Uint8Array<ArrayBuffer>> {
  const { env, settings } = exchange;
  const { allowed, begin, name, limits, signal } = terms;
  const ownHosts = ownHostsOf(exchange);
  const url = settings.imageUrl && allowed ? publicAddress(address, new Set(ownHosts)) : 'switched off';
  if (typeof url === 'string') throw new Refused(addressNotAllowed(url, name));
  if (!env.FETCHER) throw down('This deployment has no fetcher');
  const lifeMs = waitsMs + limits.fetchFirstByteMs + limits.uploadTotalMs;
  const leave = await fetchPlaces.enter(exchange.caller ?? '', url.hostname, lifeMs, signal);
  if (!leave) throw down('Too many fetches of this caller from this host');
  try {
    const room = await begin();
    const order: FetchOrder = { url: url.href, ownHosts };
    const file = await read(env.FETCHER, order, terms, room);
    room.end();
    await logFetch(exchange, url.hostname, 'fetched');
    return file;
  } catch (failure) {
    const refused = failure instanceof Refused ? failure : down(failure);
    await logFetch(exchange, url.hostname, refused.refusal.code);
    throw refused;
  } finally {
    leave();
  }
}

/** The file that the fetcher answers with. @throws Refused */
async function read(
  fetcher: Fetcher,
  order: FetchOrder,
  { limits, signal, name, tooLarge = addressTooLarge(limits.maxImageBytes) }: FetchTerms,
  room: BodyRoom,
): Promise<Uint8Array<ArrayBuffer>> {
  const firstByteBy = Date.now() + limits.fetchFirstByteMs;
  const over = new AbortController();
  const late = () => {
    over.abort();
    throw new Refused(addressRefused('IMAGE_URL_TIMEOUT', name));
  };
  // A server that says nothing is slow too.
  room.transfer.wait();
  const asked = fetcher.fetch('http://fetcher/', {
    method: 'POST',
    body: JSON.stringify(order),
    signal: AbortSignal.any([signal, over.signal]),
  });
  const answer = await inTime(asked, { ms: limits.fetchFirstByteMs, signal }, late);
  if (answer.status === failureStatus) throw await refusedBy(answer, name);
  if (answer.status !== 200) throw down(`The fetcher answered ${answer.status}`);
  const body = new BodyReader(answer, limits);
  body.readInto(room);
  const file = new GrowingFile(limits.maxImageBytes, null, room);
  try {
    const first = await inTime(body.next(), { ms: Math.max(0, firstByteBy - Date.now()) }, late);
    for (let piece = first; piece; piece = await body.next()) {
      if (!file.append(piece)) throw new Refused(tooLarge);
    }
  } catch (failure) {
    body.stop();
    over.abort();
    if (failure instanceof BrokenBody) throw new Refused(addressRefused('IMAGE_URL_UNREACHABLE', name), failure);
    const isLate = failure instanceof Refused && failure.refusal.code === 'REQUEST_TIMEOUT';
    throw isLate ? new Refused(addressRefused('IMAGE_URL_TIMEOUT', name)) : failure;
  }
  return file.content();
}

async function refusedBy(answer: Response, name: string | undefined): Promise<Refused> {
  const failure = await answer.json<FetchFailure>();
  switch (failure.why) {
    case 'not-allowed':
      // The address itself was judged before: a redirect led on to this one.
      return new Refused(addressNotAllowed('redirect', name));
    case 'unreachable':
      return new Refused(addressRefused('IMAGE_URL_UNREACHABLE', name));
    case 'status':
      return new Refused(addressStatus(failure.status, name));
  }
}

/** Hosts of this service: that of this call, and that of its pages. */
function ownHostsOf({ request, env }: Exchange): string[] {
  const pages = parseUrl(env.PUBLIC_URL ?? '');
  const urls = pages === undefined ? [request.url] : [request.url, pages];
  return urls.map((url) => new URL(url).hostname.replace(/\.+$/, ''));
}

function down(cause: unknown): Refused {
  return new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 }), cause);
}

/** Logs a fetch under an HMAC of the host: hosts stay secret, and equal ones can be recognised. */
async function logFetch({ requestId, settings }: Exchange, host: string, outcome: string): Promise<void> {
  const name = hexadecimal((await hmac(`host:${host}`, settings.keyHashSecret)).subarray(0, 8));
  log('info', 'image-url', { requestId, host: name, outcome });
}
