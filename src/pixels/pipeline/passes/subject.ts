/**
 * The subject of a picture, by the passes that the network is worth. The full and the low pass are always made; the medium pass where
 * much of the full one is unknown, and some of that over whole cells, and the better of both is kept. Where much is still unknown a
 * chooser blends that with the low pass, and a completer adds what both lost. Whole parts that only the low pass has are added. A close-up
 * pass follows where much is still unknown and the subject is small. At most six calls of networks, one after the other.
 */
import type { Pass, PassChooser } from '../../../contract/passes/declaration.ts';
import { NetworkFault, type Networks, planeOf } from '../networks/networks.ts';
import { framePicture } from '../picture/frame.ts';
import type { Picture } from '../picture/picture.ts';
import type { Layer } from '../plane/layer.ts';
import { hasSubject, type Matte } from '../plane/matte.ts';
import { type Region, wholeOf } from '../plane/region.ts';
import { unknownShare, wideUnknownShare } from '../plane/unknown.ts';
import { choosePasses } from './choose.ts';
import { type ImageType, isGraphic } from './classify.ts';
import { chooseLayer, closeRegion } from './close-up.ts';
import { addLimbs, type LowPass } from './limbs.ts';
import { chooseMatte } from './medium.ts';
import { see, type WholeSights } from './see.ts';

/** Share of a matte in wide unknown areas up to which the unknown are fine lines, which a smaller pass does not see better. */
const wideFrom = 0.05;

/** A matte, and what the network saw. */
export interface Subject {
  /** The matte over the region that the network saw. */
  readonly layer: Layer;
  /** RGB of the layer's region at the size of its matte. */
  readonly colours: Uint8Array;
  /** The matte of the same region that a chooser blended with the low pass; none where it was not asked. */
  readonly beforeChooser?: Matte;
}

/**
 * Finds the subject with the passes that the network's description names.
 * @param model name or role of the network: RGB `uint8 [N,H,W,3]` in, opacity `uint8 [N,H,W]` out
 * @param imageType null where it is not known: then the picture is a photograph
 * @param known what the network sees of the whole picture, if that is known already
 * @throws NetworkFault; not where a further pass is unavailable, then what is known already is the answer
 */
export async function findSubject(
  picture: Picture,
  networks: Networks,
  model: string,
  imageType: ImageType | null = null,
  known?: WholeSights,
): Promise<Subject> {
  const { passes: { medium, low, closeUp } = {} } = await networks.describe(model);
  const first = await seeSubject(picture, networks, model, wholeOf(picture), known);
  const lowPass = low && (await seeLow(first, networks, low.model));
  const surer = medium ? await withMedium(first, networks, medium) : first;
  if (!lowPass) return closeUp ? withCloseUp(picture, surer, networks, model, closeUp) : surer;
  const chosen = low && !isGraphic(imageType) ? await chooseSubject(surer, lowPass.layer, networks, low) : surer;
  const whole = withLimbs(chosen, lowPass);
  if (!closeUp) return whole;
  const close = await withCloseUp(picture, whole, networks, model, closeUp);
  return close.layer === whole.layer ? close : withLimbs(close, lowPass);
}

/** The low pass over all that the full one saw; null where it cannot be had. */
async function seeLow(first: Subject, networks: Networks, model: string): Promise<LowPass | null> {
  const seen = await unlessUnavailable(seeAgain(first, networks, model));
  return seen && { ...seen, layer: { ...seen.layer, region: first.layer.region } };
}

function withLimbs(subject: Subject, lowPass: LowPass): Subject {
  return { ...subject, layer: addLimbs(subject.layer, lowPass).layer };
}

/**
 * One pass over a part of the picture.
 * @param model as in `findSubject`
 * @throws NetworkFault
 */
export async function seeSubject(
  picture: Picture,
  networks: Networks,
  model: string,
  region: Region = wholeOf(picture),
  known?: WholeSights,
): Promise<Subject> {
  const { colours, outputs, ...size } = await see(picture, networks, { model, region, known });
  const layer = { plane: planeOf(model, outputs[0], size), region, outside: 0 };
  return { layer, colours };
}

/** The full pass or the medium one, whichever is better. */
async function withMedium(
  first: Subject,
  networks: Networks,
  { model, whenUnknown }: Pass<'medium'>,
): Promise<Subject> {
  const { plane, region } = first.layer;
  if (unknownShare(plane) <= whenUnknown || wideUnknownShare(plane) <= wideFrom) return first;
  const again = await unlessUnavailable(seeAgain(first, networks, model));
  if (!again) return first;
  const layer = { ...again.layer, region };
  return chooseMatte(plane, layer.plane) === plane ? first : { ...again, layer };
}

/**
 * Another pass over what a first one saw, so that the picture is not read again.
 * @param model as in `findSubject`, at another size
 * @returns a subject whose layer covers all that the full pass saw
 * @throws NetworkFault
 */
export function seeAgain(first: Subject, networks: Networks, model: string): Promise<Subject> {
  return seeSubject(seenBy(first), networks, model);
}

/** What a pass saw, as a picture. */
function seenBy({ layer, colours }: Subject): Picture {
  const { widthPx, heightPx } = layer.plane;
  return framePicture({ widthPx, heightPx, channels: 3, samples: colours, orientation: 1, icc: null });
}

/** A matte and, where more of that than fine lines is unknown, the low pass, blended; and what a completer adds to both. */
async function chooseSubject(
  subject: Subject,
  lowPass: Layer,
  networks: Networks,
  { chooser, completer }: Pass<'low'>,
): Promise<Subject> {
  const { layer } = subject;
  if (!chooser || !isWorthChoosing(layer.plane, chooser)) return subject;
  const seen = seenBy(subject);
  const blend = (model: string) => unlessUnavailable(choosePasses(seen, layer.plane, lowPass.plane, networks, model));
  const chosen = await blend(chooser.model);
  if (!chosen) return subject;
  const added = completer && (await blend(completer.model));
  const plane = added ? larger(chosen, added) : chosen;
  return { ...subject, layer: { ...layer, plane }, beforeChooser: layer.plane };
}

/** The larger opacity of two mattes of one size. */
function larger(one: Matte, other: Matte): Matte {
  return { ...one, samples: one.samples.map((alpha, at) => Math.max(alpha, other.samples[at])) };
}

/** Whether there is a subject whose body is unknown in places. Where there is none, a chooser would make one up of the background. */
function isWorthChoosing(first: Matte, { whenUnknown }: PassChooser): boolean {
  return hasSubject(first) && unknownShare(first) > whenUnknown && wideUnknownShare(first) > wideFrom;
}

/** The matte of the whole picture or that of the close-up pass, whichever is better. */
async function withCloseUp(
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
  return chooseLayer(whole.layer, close.layer) === close.layer ? close : whole;
}

/** A pass that may be left out: null where the network is down or full. @throws NetworkFault of any other kind */
export async function unlessUnavailable<Seen>(pending: Promise<Seen>): Promise<Seen | null> {
  try {
    return await pending;
  } catch (fault) {
    if (fault instanceof NetworkFault && fault.kind === 'unavailable') return null;
    throw fault;
  }
}
