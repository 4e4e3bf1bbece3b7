/**
 * The answer to a photo with points: that without them, and in the parts that were clicked what is worked out again. It changes nothing
 * else, neither alpha nor colours.
 */
import { inTurns } from '../../bounds/shared-thread.ts';
import { type DrawnSubject, draw } from '../draw.ts';
import type { AlphaSource } from '../edges/alpha-source.ts';
import { EdgeColourSampler } from '../edges/colour-sampler.ts';
import { estimateColours } from '../edges/colours.ts';
import { atOwnSize } from '../edges/own-size.ts';
import type { MatteSettings } from '../networks/matte-settings.ts';
import { type Networks, pictureInputOf } from '../networks/networks.ts';
import { proxy } from '../networks/proxy.ts';
import type { AskedPart } from '../part/asked.ts';
import { matteInBox } from '../part/chosen.ts';
import type { WholeSights } from '../passes/see.ts';
import type { Subject } from '../passes/subject.ts';
import type { Picture } from '../picture/picture.ts';
import { type Layer, layerOver, reducedLayer } from '../plane/layer.ts';
import { hasSubject } from '../plane/matte.ts';
import { type Region, wholeOf } from '../plane/region.ts';
import { isLost } from '../plane/unknown.ts';
import { refine } from '../refine/refine.ts';
import type { TakeRoom } from '../refine/room.ts';
import { type Review, reviewOf } from '../review/review.ts';
import { uncertaintyOf } from '../review/uncertainty.ts';
import type { EdgeCleaner } from '../rows/compose.ts';
import { rightAtPoints } from './at-points.ts';
import { blendedAlpha, blendedCleaner } from './blended.ts';
import { type Change, changeOf, mergedLayer, mixedLayer } from './change.ts';
import { claimsOf } from './claims.ts';
import { sizeInFrame } from './frame.ts';
import type { PictureWithKeptRows } from './kept-rows.ts';
import type { Point } from './pixels.ts';
import { mostTilesOfPoints } from './room.ts';
import { pointSegmenterModel, type SegmentedPicture } from './segmenter.ts';

/** Half of an edge that masks leave open, in pixels of the square: wider ones stay soft where the refiner does not know better. */
const rampPx = { refined: 3, plain: 2 };

/** The answer without points, and what it was made with. */
export interface UnclickedAnswer {
  readonly drawn: DrawnSubject;
  readonly networks: Networks;
  readonly settings: MatteSettings;
  readonly mayRefine: boolean;
  readonly takeRoom?: TakeRoom;
  /** The part that the caller means, where the picture is what is seen of it. */
  readonly asked: AskedPart | null;
  /** What networks see of the whole picture. */
  readonly sights: WholeSights;
  /** Rows of points. */
  readonly kept: PictureWithKeptRows['kept'];
}

/** An answer whose rows can be made. */
export interface DrawnAnswer {
  readonly found: boolean;
  readonly complete: boolean;
  readonly uncertainty: number;
  /** As the review has it. */
  readonly lookFirst: Region | null;
  readonly alpha: AlphaSource;
  /** The subject's own colours in soft pixels. */
  softColours(): EdgeCleaner;
}

/** What is drawn anew, and with what. */
interface Redrawing {
  readonly picture: Picture;
  readonly unclicked: UnclickedAnswer;
  readonly change: Change;
  /** Of the refiner. */
  readonly mostTiles: number;
}

/** What is drawn of a layer that points have changed. */
interface Redrawn {
  /** Its matte: that of the answer without points, and in the change what is refined. */
  readonly layer: Layer;
  readonly alpha: AlphaSource;
  readonly complete: boolean;
  cleaner(): EdgeCleaner;
}

/**
 * Works points in.
 * @throws NetworkFault where the segmenter does not answer, and what `takeRoom` throws
 */
export async function answerOfPoints(
  picture: Picture,
  points: readonly Point[],
  segmented: SegmentedPicture,
  unclicked: UnclickedAnswer,
): Promise<DrawnAnswer> {
  const { drawn, mayRefine, asked, kept, networks, settings, sights } = unclicked;
  const { subject } = drawn;
  const colours = await frameColours(picture, sights);
  const claims = await claimsOf(segmented, subject.layer, colours, picture);
  const atPoints = (alpha: AlphaSource) => rightAtPoints(alpha, points, claims, { picture, kept });
  const isKept = points.some(({ kind }) => kind === 'keep');
  const ramp = mayRefine ? rampPx.refined : rampPx.plain;
  const change = await inTurns(changeOf(claims, { layer: subject.layer, colours }, { points, picture, rampPx: ramp }));
  // What is gone on purpose the critic would call lost.
  const isDropped = points.some(({ kind }) => kind === 'drop');
  const review = async (layer: Layer, found: boolean): Promise<Omit<Review, 'signs'>> => {
    if (isDropped) return { uncertainty: uncertaintyOf(layer, picture), lookFirst: null };
    const { uncertainty, lookFirst } = await reviewOf(
      { picture, layer, found },
      { networks, model: settings.model, sights },
    );
    return { uncertainty, lookFirst };
  };
  if (!change) {
    const { complete, layer, alpha } = drawn;
    const found = drawn.found || isKept;
    return {
      found,
      complete,
      ...(await review(layer, found)),
      alpha: await atPoints(alpha),
      softColours: () => cleanerOf(drawn, picture),
    };
  }
  const { region } = subject.layer;
  const leaves = !isWithin(change.weights, region);
  // What the close-up does not show is drawn of a matte of the whole.
  const mostTiles = leaves ? mostTilesOfPoints / 2 : mostTilesOfPoints;
  const redrawing: Redrawing = { picture, unclicked, change, mostTiles };
  const inner = await redrawn(redrawing, subject, drawn.layer);
  const outer = leaves ? await redrawnWhole(redrawing) : null;
  const inRegion: Layer = { plane: { widthPx: 1, heightPx: 1, samples: Uint8Array.of(255) }, region, outside: 0 };
  const changed = outer ? blendedAlpha(outer.alpha, inner.alpha, inRegion) : inner.alpha;
  const { layer } = outer ?? inner;
  const found = isKept || hasSubject(asked ? matteInBox(layer, asked) : layer.plane);
  return {
    found,
    complete: drawn.complete && inner.complete && (outer?.complete ?? true),
    ...(await review(layer, found)),
    alpha: await atPoints(blendedAlpha(drawn.alpha, changed, change.weights)),
    softColours() {
      const cleaner = outer ? blendedCleaner(outer.cleaner(), inner.cleaner(), inRegion) : inner.cleaner();
      return blendedCleaner(cleanerOf(drawn, picture), cleaner, change.weights);
    },
  };
}

/** RGB of the picture as the segmenter saw it. */
async function frameColours(picture: Picture, sights: WholeSights): Promise<Uint8Array> {
  const { widthPx, heightPx } = sizeInFrame(picture);
  return sights.get(pointSegmenterModel) ?? proxy(picture, widthPx, heightPx);
}

/**
 * Draws what changes of a matte.
 * @param before the same matte in the answer without points
 */
async function redrawn(
  { picture, unclicked, change, mostTiles }: Redrawing,
  { layer, colours, beforeChooser }: Pick<Subject, 'layer' | 'colours' | 'beforeChooser'>,
  before: Layer,
): Promise<Redrawn> {
  const { networks, settings, mayRefine, takeRoom } = unclicked;
  const merged = mergedLayer(layer, change);
  const coarse = draw({ layer: merged, colours }, settings);
  const nothing = { ...layer, plane: { ...layer.plane, samples: new Uint8Array(layer.plane.samples.length) } };
  const refines = mayRefine && !isLost(mixedLayer(nothing, merged, change.weights).plane);
  const refined = refines
    ? await refine(picture, coarse, networks, takeRoom, { weights: change.weights, mostTiles })
    : { ...coarse, complete: true };
  const after = mixedLayer(before, refined.layer, change.weights);
  return {
    layer: after,
    alpha: refined.alpha,
    complete: refined.complete,
    cleaner() {
      const mergedBefore = beforeChooser && mergedLayer({ ...layer, plane: beforeChooser }, change).plane;
      return cleanerOf({ layer: after, subject: { colours, beforeChooser: mergedBefore } }, picture);
    },
  };
}

/** Draws what changes beyond a close-up, of the whole picture as the matte network sees it. */
async function redrawnWhole(redrawing: Redrawing): Promise<Redrawn> {
  const { picture, unclicked } = redrawing;
  const { drawn, networks, settings, sights } = unclicked;
  const { widthPx, heightPx } = pictureInputOf(settings.model, await networks.describe(settings.model), 3);
  const colours = sights.get(settings.model) ?? (await proxy(picture, widthPx, heightPx));
  const over = (layer: Layer) =>
    layerOver({ widthPx, heightPx, samples: reducedLayer(layer, wholeOf(picture), widthPx, heightPx) }, picture);
  const subject = { layer: over(drawn.subject.layer), colours };
  return redrawn(redrawing, subject, over(drawn.layer));
}

/** The subject's own colours in soft pixels, as its matte says. */
export function cleanerOf(
  {
    layer,
    subject: { colours, beforeChooser },
  }: Pick<DrawnSubject, 'layer'> & {
    readonly subject: Pick<Subject, 'colours' | 'beforeChooser'>;
  },
  picture: Picture,
): EdgeCleaner {
  const own = atOwnSize({ layer, colours, beforeChooser }, picture);
  return new EdgeColourSampler(estimateColours(own.layer, own.colours, own.beforeChooser));
}

/** Whether weights are 0 beyond a region, also where they are read between two places. */
function isWithin({ plane, region: whole }: Layer, { leftPx, topPx, widthPx, heightPx }: Region): boolean {
  const isAll = widthPx === whole.widthPx && heightPx === whole.heightPx;
  if (isAll) return true;
  const [across, down] = [plane.widthPx / whole.widthPx, plane.heightPx / whole.heightPx];
  const isInside = (at: number, side: number, from: number, to: number) =>
    Math.max(0, at - 1) >= Math.floor(from) && Math.min(side, at + 2) <= Math.ceil(to);
  const rows = Array.from({ length: plane.heightPx }, (_, y) =>
    isInside(y, plane.heightPx, topPx * down, (topPx + heightPx) * down),
  );
  const columns = Array.from({ length: plane.widthPx }, (_, x) =>
    isInside(x, plane.widthPx, leftPx * across, (leftPx + widthPx) * across),
  );
  return plane.samples.every(
    (weight, at) => weight === 0 || (columns[at % plane.widthPx] && rows[Math.floor(at / plane.widthPx)]),
  );
}
