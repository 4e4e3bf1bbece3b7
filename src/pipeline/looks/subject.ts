/**
 * The subject of a picture. The first look is at the whole picture. Where much of it is unknown, and some of that over whole cells, it is
 * seen at a coarser size, and the better of both taken; where that is still unsure, at a coarser one again, and a chooser mixes. A close
 * look follows where much is still unknown and the subject is small. At most five calls of networks, one after the other.
 */
import type { Layer } from '../layer.ts';
import { hasSubject, type Matte } from '../matte.ts';
import { type Chooser, type CloseLook, NetworkFault, type Networks, planeOf, type SecondLook } from '../networks.ts';
import { framePicture } from '../picture/frame.ts';
import type { Picture } from '../picture/picture.ts';
import { type Region, wholeOf } from '../region.ts';
import { chooseLooks } from './choose.ts';
import { chooseLayer, closeRegion } from './close-look.ts';
import { chooseMatte } from './second-look.ts';
import { see } from './see.ts';
import { hazyShare, unknownShare } from './unknown.ts';

/** Share of a matte in haze up to which its doubt is about fine lines, which a coarser look does not see better. */
const hazyFrom = 0.05;

/** A matte, and what the network saw. */
export interface Subject {
  /** The matte over the region that the network saw. */
  readonly layer: Layer;
  /** RGB of the layer's region at the size of its matte. */
  readonly colours: Uint8Array;
  /** The matte of the same region whose doubt a chooser has settled; none where it was not asked. */
  readonly settled?: Matte;
  /** What the network answered on the way here, pass by pass, each over the part that it saw. */
  readonly passes: readonly Layer[];
}

/**
 * Finds the subject with as many looks as the network's description asks for.
 * @param model name or role of the network: RGB `uint8 [N,H,W,3]` in, opacity `uint8 [N,H,W]` out
 * @throws NetworkFault; not where a further look is unavailable, then what is known already is the answer
 */
export async function findSubject(picture: Picture, networks: Networks, model: string): Promise<Subject> {
  const { secondLook, closeLook, coarseLook } = await networks.describe(model);
  const first = await seeSubject(picture, networks, model);
  const surer = secondLook ? await lookAgain(first, networks, secondLook) : first;
  const whole = coarseLook?.chooser
    ? await chooseSubject(surer, networks, coarseLook.model, coarseLook.chooser)
    : surer;
  return closeLook ? lookClosely(picture, whole, networks, model, closeLook) : whole;
}

/**
 * One look at a part of the picture.
 * @param model as in `findSubject`
 * @throws NetworkFault
 */
export async function seeSubject(
  picture: Picture,
  networks: Networks,
  model: string,
  region: Region = wholeOf(picture),
): Promise<Subject> {
  const { colours, outputs, ...size } = await see(picture, networks, model, region);
  const layer = { plane: planeOf(model, outputs[0], size), region, outside: 0 };
  return { layer, colours, passes: [layer] };
}

/** The first look or the second, whichever is better. */
async function lookAgain(first: Subject, networks: Networks, { model, whenUnknown }: SecondLook): Promise<Subject> {
  const { plane, region } = first.layer;
  if (unknownShare(plane) <= whenUnknown || hazyShare(plane) <= hazyFrom) return first;
  const second = await unlessUnavailable(seeAgain(first, networks, model));
  if (!second) return first;
  const layer = { ...second.layer, region };
  const passes = [...first.passes, layer];
  if (chooseMatte(plane, layer.plane) === plane) return { ...first, passes };
  return { layer, colours: second.colours, passes };
}

/**
 * Another look at what a first one saw, so that the picture is not read again.
 * @param model as in `findSubject`, at another size
 * @returns its layer lies over the whole of what the first look saw
 * @throws NetworkFault
 */
export function seeAgain(first: Subject, networks: Networks, model: string): Promise<Subject> {
  return seeSubject(seenBy(first), networks, model);
}

/** What a look saw, as a picture. */
function seenBy({ layer, colours }: Subject): Picture {
  const { widthPx, heightPx } = layer.plane;
  return framePicture({ widthPx, heightPx, channels: 3, samples: colours, orientation: 1, icc: null });
}

/** A look and, where that is unsure of more than fine lines, the coarse one, mixed. */
async function chooseSubject(first: Subject, networks: Networks, coarse: string, chooser: Chooser): Promise<Subject> {
  const { layer, colours } = first;
  if (!isWorthChoosing(layer.plane, chooser)) return first;
  const choosing = async (): Promise<Subject> => {
    const second = await seeAgain(first, networks, coarse);
    const plane = await chooseLooks(seenBy(first), layer.plane, second.layer.plane, networks, chooser.model);
    const passes = [...first.passes, { ...second.layer, region: layer.region }];
    return { layer: { ...layer, plane }, colours, settled: layer.plane, passes };
  };
  return (await unlessUnavailable(choosing())) ?? first;
}

/** Whether there is a subject of whose body a look is unsure. Where it sees none, a chooser would make one up of the ground. */
function isWorthChoosing(first: Matte, { whenUnknown }: Chooser): boolean {
  return hasSubject(first) && unknownShare(first) > whenUnknown && hazyShare(first) > hazyFrom;
}

/** The look at the whole picture or a close one, whichever is better. */
async function lookClosely(
  picture: Picture,
  whole: Subject,
  networks: Networks,
  model: string,
  closeLook: CloseLook,
): Promise<Subject> {
  // Without a subject there is no part that holds it.
  if (!hasSubject(whole.layer.plane)) return whole;
  const region = closeRegion(whole.layer.plane, picture, closeLook);
  const close = region && (await unlessUnavailable(seeSubject(picture, networks, model, region)));
  if (!close) return whole;
  const chosen = chooseLayer(whole.layer, close.layer) === close.layer ? close : whole;
  return { ...chosen, passes: [...whole.passes, close.layer] };
}

/** A look that may be left out: null where the network is down or full. @throws NetworkFault of any other kind */
export async function unlessUnavailable<Seen>(pending: Promise<Seen>): Promise<Seen | null> {
  try {
    return await pending;
  } catch (fault) {
    if (fault instanceof NetworkFault && fault.kind === 'unavailable') return null;
    throw fault;
  }
}
