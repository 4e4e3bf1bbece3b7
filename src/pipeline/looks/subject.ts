/**
 * The subject of a picture. The whole picture is seen at two sizes, and where much of the first matte is unknown, and some of that over
 * whole cells, at a third between them, of which the better is taken; where that is still unsure a chooser mixes it with the coarsest one.
 * Whole parts that only the coarsest pass has are added. A close look follows where much is still unknown and the subject is small. At
 * most five calls of networks, one after the other.
 */
import type { Pass, PassChooser } from '../../passes/declaration.ts';
import type { Layer } from '../layer.ts';
import { hasSubject, type Matte } from '../matte.ts';
import { NetworkFault, type Networks, planeOf } from '../networks.ts';
import { framePicture } from '../picture/frame.ts';
import type { Picture } from '../picture/picture.ts';
import { type Region, wholeOf } from '../region.ts';
import { chooseLooks } from './choose.ts';
import { type ImageType, isGraphic } from './classify.ts';
import { chooseLayer, closeRegion } from './close-look.ts';
import { addLimbs, type CoarsePass } from './limbs.ts';
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
  /** What the network answered on the way here, each pass over the part that it saw; the coarse one where something was taken of it. */
  readonly passes: readonly Layer[];
}

/**
 * Finds the subject with as many looks as the network's description asks for.
 * @param model name or role of the network: RGB `uint8 [N,H,W,3]` in, opacity `uint8 [N,H,W]` out
 * @param imageType null where it is not known: then the picture is a photograph
 * @throws NetworkFault; not where a further look is unavailable, then what is known already is the answer
 */
export async function findSubject(
  picture: Picture,
  networks: Networks,
  model: string,
  imageType: ImageType | null = null,
): Promise<Subject> {
  const { passes: { medium, low, closeUp } = {} } = await networks.describe(model);
  const first = await seeSubject(picture, networks, model);
  const coarse = low && (await lookCoarsely(first, networks, low.model));
  const surer = medium ? await lookAgain(first, networks, medium) : first;
  if (!coarse) return closeUp ? lookClosely(picture, surer, networks, model, closeUp) : surer;
  const chooser = isGraphic(imageType) ? undefined : low?.chooser;
  const chosen = chooser ? await chooseSubject(surer, coarse.layer, networks, chooser) : surer;
  const whole = withLimbs(chosen, coarse);
  if (!closeUp) return whole;
  const close = await lookClosely(picture, whole, networks, model, closeUp);
  return close.layer === whole.layer ? close : withLimbs(close, coarse);
}

/** The coarse pass over all that the first one saw; null where it cannot be had. */
async function lookCoarsely(first: Subject, networks: Networks, model: string): Promise<CoarsePass | null> {
  const seen = await unlessUnavailable(seeAgain(first, networks, model));
  return seen && { ...seen, layer: { ...seen.layer, region: first.layer.region } };
}

/** Where nothing is taken of it the coarse pass is not among those that are compared: by itself it is wrong too often. */
function withLimbs(subject: Subject, coarse: CoarsePass): Subject {
  const { layer, share } = addLimbs(subject.layer, coarse);
  if (share === 0) return subject;
  const passes = subject.passes.includes(coarse.layer) ? subject.passes : [...subject.passes, coarse.layer];
  return { ...subject, layer, passes };
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
async function lookAgain(first: Subject, networks: Networks, { model, whenUnknown }: Pass<'medium'>): Promise<Subject> {
  const { plane, region } = first.layer;
  if (unknownShare(plane) <= whenUnknown || hazyShare(plane) <= hazyFrom) return first;
  const second = await unlessUnavailable(seeAgain(first, networks, model));
  if (!second) return first;
  const layer = { ...second.layer, region };
  const passes = [...first.passes, layer];
  return chooseMatte(plane, layer.plane) === plane ? { ...first, passes } : { ...second, layer, passes };
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

/** A matte and, where that is unsure of more than fine lines, the coarse pass, mixed. */
async function chooseSubject(
  subject: Subject,
  coarse: Layer,
  networks: Networks,
  chooser: PassChooser,
): Promise<Subject> {
  const { layer } = subject;
  if (!isWorthChoosing(layer.plane, chooser)) return subject;
  const choosing = chooseLooks(seenBy(subject), layer.plane, coarse.plane, networks, chooser.model);
  const plane = await unlessUnavailable(choosing);
  return plane
    ? { ...subject, layer: { ...layer, plane }, settled: layer.plane, passes: [...subject.passes, coarse] }
    : subject;
}

/** Whether there is a subject of whose body a look is unsure. Where it sees none, a chooser would make one up of the ground. */
function isWorthChoosing(first: Matte, { whenUnknown }: PassChooser): boolean {
  return hasSubject(first) && unknownShare(first) > whenUnknown && hazyShare(first) > hazyFrom;
}

/** The look at the whole picture or a close one, whichever is better. */
async function lookClosely(
  picture: Picture,
  whole: Subject,
  networks: Networks,
  model: string,
  closeUp: Pass<'closeUp'>,
): Promise<Subject> {
  // Without a subject there is no part that holds it.
  if (!hasSubject(whole.layer.plane)) return whole;
  const region = closeRegion(whole.layer.plane, picture, closeUp);
  const close = region && (await unlessUnavailable(seeSubject(picture, networks, model, region)));
  if (!close) return whole;
  const passes = [...whole.passes, close.layer];
  return chooseLayer(whole.layer, close.layer) === close.layer ? { ...close, passes } : { ...whole, passes };
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
