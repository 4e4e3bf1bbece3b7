/** The files of a call: its picture and its background, sent or fetched. */
import type { RequestMemory } from '../../bounds/memory.ts';
import { backgroundTooLarge } from '../../contract/output/background.ts';
import { Refused } from '../../contract/refusals.ts';
import type { Exchange } from '../exchange.ts';
import { beginBody } from '../lanes/room.ts';
import type { RequestResources } from '../request-resources.ts';
import { BodyRoom } from './body-room.ts';
import { type FetchTerms, fetchPicture } from './fetched-picture.ts';
import type { SentBackground, Source } from './received.ts';

/** The image of a call: sent with it, or fetched from the address that it names. @throws Refused */
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

/** The background of a call: together with the image it is within the limit. @throws Refused */
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

/** The picture at an address. @throws Refused */
function fetched(
  address: string,
  exchange: Exchange,
  terms: Omit<FetchTerms, 'begin' | 'signal'>,
  memory: RequestMemory,
  resources: RequestResources,
): Promise<Uint8Array<ArrayBuffer>> {
  const begin = async () => {
    // Its length is known only after it was read.
    const room = new BodyRoom(memory, terms.limits.maxImageBytes);
    await beginBody(exchange, memory, room);
    return room;
  };
  const fetching = { ...terms, begin, signal: resources.signal };
  return exchange.timings.during('fetch', () => fetchPicture(exchange, address, fetching));
}
