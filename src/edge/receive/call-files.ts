/** The files of a call, its picture and its background, and room for them. */
import type { RequestMemory } from '../../bounds/memory.ts';
import { backgroundTooLarge } from '../../contract/output/background.ts';
import { Refused, refusal } from '../../contract/refusals.ts';
import type { Exchange } from '../exchange.ts';
import { knownLines } from '../lanes/inference-link.ts';
import type { RequestResources } from '../request-resources.ts';
import { type FetchTerms, fetchPicture } from './fetched-picture.ts';
import type { SentBackground, Source } from './received.ts';

const longestRetrySeconds = 60;

/** The image of a call: what came with it, or what is at the address that it names. @throws Refused */
export async function fileOf(
  source: Source,
  exchange: Exchange,
  terms: Pick<FetchTerms, 'limits' | 'allowed'>,
  memory: RequestMemory,
  resources: RequestResources,
): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof source !== 'string') return source;
  exchange.isFetched = true;
  return fetched(source, exchange, terms, memory, resources);
}

/** The background of a call, within what the image leaves of the limit. @throws Refused */
export async function backgroundFileOf(
  { source, name }: SentBackground,
  file: Uint8Array,
  exchange: Exchange,
  terms: Pick<FetchTerms, 'limits' | 'allowed'>,
  memory: RequestMemory,
  resources: RequestResources,
): Promise<Uint8Array<ArrayBuffer>> {
  const { maxImageBytes } = terms.limits;
  const tooLarge = backgroundTooLarge(maxImageBytes, name, typeof source === 'string');
  const limits = { ...terms.limits, maxImageBytes: maxImageBytes - file.length };
  const fetching = { ...terms, limits, name, tooLarge };
  const background = typeof source === 'string' ? await fetched(source, exchange, fetching, memory, resources) : source;
  if (background.length > limits.maxImageBytes) throw new Refused(tooLarge);
  return background;
}

/** What is at an address. @throws Refused */
function fetched(
  address: string,
  exchange: Exchange,
  terms: Omit<FetchTerms, 'takeRoom' | 'signal'>,
  memory: RequestMemory,
  resources: RequestResources,
): Promise<Uint8Array<ArrayBuffer>> {
  // Its length is not known before it has come.
  const takeRoom = () => takeFileRoom(exchange, memory, terms.limits.maxImageBytes);
  const fetching = { ...terms, takeRoom, signal: resources.signal };
  return exchange.timings.during('fetch', () => fetchPicture(exchange, address, fetching));
}

/** What two files take, which may share their memory. */
export function bytesOf(file: Uint8Array, background: Uint8Array | null): number {
  const own = file.buffer.byteLength;
  return background && background.buffer !== file.buffer ? own + background.buffer.byteLength : own;
}

/** Room for a file of at most so many bytes. @throws Refused */
export async function takeFileRoom(exchange: Exchange, memory: RequestMemory, fileBytes: number): Promise<void> {
  const overdueMs = await memory.takeUpload(fileBytes, paceOf(exchange));
  if (overdueMs > 0) throw noRoom(Math.max(2, Math.ceil(overdueMs / 1000)), 'No room for an upload');
}

/** Between two runs of the deployment's network, as far as that is known; milliseconds. */
export function paceOf({ settings }: Exchange): number | null {
  return knownLines.of(settings.matte.model).runMs;
}

/** @param seconds after which there should be room; at most a minute is told */
export function noRoom(seconds: number, cause: unknown): Refused {
  const retryAfterSeconds = Math.min(longestRetrySeconds, seconds);
  return new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds }), cause);
}
