/** The files of a call: its picture and its background, sent or fetched. */
import { backgroundTooLarge } from '../../contract/output/background.ts';
import { Refused } from '../../contract/refusals.ts';
import type { RequestMemory } from '../../pixels/bounds/memory.ts';
import type { Exchange } from '../exchange.ts';
import { beginBody } from '../lanes/room.ts';
import type { RequestResources } from '../request-resources.ts';
import { BodyRoom } from './body-room.ts';
import { type FetchTerms, fetchPicture } from './fetched-picture.ts';
import type { SentBackground, Source } from './received.ts';

/** What is needed to fetch. */
interface Fetching<Terms = Pick<FetchTerms, 'limits' | 'allowed'>> {
  readonly exchange: Exchange;
  readonly terms: Terms;
  readonly memory: RequestMemory;
  readonly resources: RequestResources;
}

/** The image of a call: sent with it, or fetched from the address that it names. @throws Refused */
export async function fileOf(source: Source, fetching: Fetching): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof source !== 'string') return source;
  fetching.exchange.isFetched = true;
  return fetched(source, fetching);
}

/** The background of a call: together with the image it is within the limit. @throws Refused */
export async function backgroundFileOf(
  { source, name }: SentBackground,
  file: Uint8Array,
  fetching: Fetching,
): Promise<Uint8Array<ArrayBuffer>> {
  const { terms } = fetching;
  const { maxImageBytes } = terms.limits;
  const tooLarge = backgroundTooLarge(maxImageBytes, name, typeof source === 'string');
  const limits = { ...terms.limits, maxImageBytes: maxImageBytes - file.length };
  const smaller = { ...fetching, terms: { ...terms, limits, name, tooLarge } };
  const background = typeof source === 'string' ? await fetched(source, smaller) : source;
  if (background.length > limits.maxImageBytes) throw new Refused(tooLarge);
  return background;
}

/** The picture at an address. @throws Refused */
function fetched(
  address: string,
  { exchange, terms, memory, resources }: Fetching<Omit<FetchTerms, 'begin' | 'signal'>>,
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
