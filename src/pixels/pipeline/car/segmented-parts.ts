/**
 * What the parts are that the segmenter finds where networks disagree: pieces of something that goes on beyond the car, things of their own
 * that stand before it or behind it, and mirrors.
 *
 * Numbers were chosen on the 84 photos of lab/evaluation/measurements/cars.md.
 */
import { carFrom, shownFrom, subjectFrom, surelySubjectFrom } from '../plane/alpha.ts';
import { distancesTo, grown, partsOf } from '../plane/morphology.ts';
import { countOf, fromOn, inBoth, inEither, without } from '../points/masks.ts';
import type { Mask } from '../points/segmenter.ts';
import { type CarMaps, knownFrom, type Question } from './questions.ts';

/** Planes that all parts of one car are compared with, by the maps of {@link CarMaps}. */
export interface CarSurroundings {
  readonly maps: CarMaps;
  /** What any network sees as the car, its edge left out: nothing of it goes. */
  readonly core: Uint8Array;
  readonly coreArea: number;
  readonly shown: Uint8Array;
  /** How far each pixel is from the outline, and from glass. */
  readonly fromBody: Float32Array;
  readonly fromGlass: Float32Array;
}

const edgePx = 2;
const farPx = 64;

/** @param maps of the car */
export function surroundingsOf(maps: CarMaps): CarSurroundings {
  const { body, car, glass } = maps;
  const isCar = car.map((value, at) => (value >= carFrom && body[at] >= surelySubjectFrom ? 1 : 0));
  const inner = distancesTo(isCar, 0, maps, edgePx + 1);
  const core = isCar.map((_, at) => (inner[at] > edgePx ? 1 : 0));
  return {
    maps,
    core,
    coreArea: countOf(core),
    shown: fromOn(body, shownFrom),
    fromBody: distancesTo(fromOn(body, subjectFrom), 1, maps, farPx),
    fromGlass: distancesTo(fromOn(glass, subjectFrom), 1, maps, farPx),
  };
}

/** A part that the segmenter found, as it lies over a place in question and the car. */
interface Part {
  readonly mask: Mask;
  readonly inside: Uint8Array;
  readonly area: number;
  /** Share of the place in question that it covers. */
  readonly covered: number;
  /** Shares of it that are beyond what is shown of the car, and in the core. */
  readonly beyond: number;
  readonly inCore: number;
}

function partOf(mask: Mask, question: Question, { shown, core }: CarSurroundings): Part {
  const solid = fromOn(mask.samples, subjectFrom);
  const seed = new Uint8Array(solid.length);
  seed[question.seed] = 1;
  const inside = new Uint8Array(solid.length);
  for (const at of partsOf(solid, seed, mask)[0] ?? []) inside[at] = 1;
  const area = Math.max(1, countOf(inside));
  return {
    mask,
    inside,
    area,
    covered: countOf(inBoth(inside, question.mask)) / question.area,
    beyond: countOf(without(inside, shown)) / area,
    inCore: countOf(inBoth(inside, core)) / area,
  };
}

/** Largest mirror, as a share of the core, and how far from glass it may be. */
const largestMirror = 0.012;
const mirrorFromGlass = 20;
const mostBeyondSmall = 0.2;
const mostInCoreSmall = 0.05;
/** Down to this share of the vehicle's height a small thing near glass is a mirror. */
const mirrorsDownTo = 0.45;
/** What goes on beyond the car: least cover of the place in question, most of it in the core, least beyond, and lowest place. */
const leastCovered = 0.6;
const mostInCore = 0.02;
const leastBeyond = 0.4;
const lowestBeyond = 0.66;
/** Nothing goes where all passes are so sure. */
const sureFrom = 230;
/** What touches glass is a pillar or a roof. */
const leastFromGlass = 4;
/** A thing of its own: three parts agree on it, it is larger, and the parts network knows less of it. */
const coveredApart = 0.85;
const mostBeyondApart = 0.15;
const leastApart = 100;
const largestApart = 0.03;
const knownApart = 100;
/** Overlap, intersection over union, from which on parts agree. */
const sameFrom = 0.85;
/** How far what goes may reach beyond the place in question. */
const reachPx = 3;

/**
 * What goes with a scrap in question.
 * @param masks the parts that hold its seed
 * @returns 1 where the outline loses it; null where it stays
 */
export function foreignPart(question: Question, masks: readonly Mask[], car: CarSurroundings): Uint8Array | null {
  const parts = masks.map((mask) => partOf(mask, question, car));
  if (isMirror(question, parts, car)) return null;
  const [further] = parts
    .filter(({ covered, inCore, beyond }) => covered >= leastCovered && inCore <= mostInCore && beyond >= leastBeyond)
    .toSorted((one, other) => one.area - other.area);
  const isSure = car.maps.passes.length > 0 && car.maps.passes.every((pass) => meanIn(pass, question.mask) >= sureFrom);
  if (further && !isSure && question.down < lowestBeyond && car.fromGlass[question.seed] >= leastFromGlass) {
    return without(inBoth(around(further.inside, 1), around(question.mask, reachPx)), car.core);
  }
  const apart = parts.filter(
    (part) => part.covered >= coveredApart && part.inCore <= mostInCore && part.beyond < mostBeyondApart,
  );
  const [first] = apart;
  const isApart =
    apart.length >= 3 &&
    question.down > mirrorsDownTo &&
    apart.every(({ inside }) => overlap(inside, first.inside) >= sameFrom) &&
    first.area >= leastApart &&
    first.area <= largestApart * car.coreArea &&
    meanIn(car.maps.car, inBoth(first.inside, car.shown)) <= knownApart;
  if (!isApart) return null;
  const near = around(first.inside, reachPx);
  const known = car.maps.car;
  return without(
    around(first.inside, 1).map((inside, at) => (inside === 1 || (near[at] === 1 && known[at] < knownFrom) ? 1 : 0)),
    car.core,
  );

  function around(mask: Uint8Array, px: number): Uint8Array {
    return grown(mask, car.maps, 2 * px + 1);
  }
}

/** Whether a scrap is small, of its own, and where mirrors are. */
function isMirror({ seed, down }: Question, parts: readonly Part[], { coreArea, fromGlass }: CarSurroundings): boolean {
  const isSmall = parts.some(
    ({ covered, beyond, inCore, area }) =>
      covered >= leastCovered &&
      beyond < mostBeyondSmall &&
      inCore <= mostInCoreSmall &&
      area <= largestMirror * coreArea,
  );
  return isSmall && fromGlass[seed] <= mirrorFromGlass && down >= 0 && down <= mirrorsDownTo;
}

/** Of a lost mirror: smallest area, least beyond the car, least cover of the place in question, least share near it, and widest gap to the car. */
const smallestMirror = 15;
const leastBeyondMirror = 0.8;
const leastCoveredMirror = 0.2;
const leastNear = 0.7;
const widestGap = 3;
const lostFromGlass = 33;
const sameMirrorFrom = 0.75;

/**
 * The mirror at a place in question: two parts agree on it.
 * @param masks the parts that hold its seed
 * @returns the part; null where there is none
 */
export function lostMirror(question: Question, masks: readonly Mask[], car: CarSurroundings): Mask | null {
  const parts = mirrorsAmong(question, masks, car);
  for (const [at, { inside, mask }] of parts.entries()) {
    if (parts.slice(at + 1).some((other) => overlap(inside, other.inside) >= sameMirrorFrom))
      return alone(mask, inside);
  }
  return null;
}

/**
 * Where to ask once more about a place in question whose parts do not agree: the middle of the smallest that could be a mirror.
 * @returns the pixel; null where none could
 */
export function middleOfMirror(question: Question, masks: readonly Mask[], car: CarSurroundings): number | null {
  const [smallest] = mirrorsAmong(question, masks, car).toSorted((one, other) => one.area - other.area);
  if (!smallest) return null;
  const depth = distancesTo(smallest.inside, 0, car.maps, farPx);
  return depth.reduce((best, value, at) => (value > depth[best] ? at : best), 0);
}

/** Parts that could be a mirror. */
function mirrorsAmong(question: Question, masks: readonly Mask[], car: CarSurroundings): Part[] {
  if (car.fromGlass[question.seed] > lostFromGlass) return [];
  const near = grown(question.mask, car.maps, 2 * reachPx + 1);
  const parts = masks.map((mask) => partOf(mask, question, car)).filter(({ area }) => area >= smallestMirror);
  const [smallest] = parts.toSorted((one, other) => one.area - other.area);
  // Beside a mirror that is there already a larger part may hold both it and something behind it.
  if (!smallest || nearest(smallest.inside, car.fromBody).gap > widestGap) return [];
  return parts.filter(
    ({ inside, area, covered, beyond }) =>
      area <= largestMirror * car.coreArea &&
      beyond >= leastBeyondMirror &&
      covered >= leastCoveredMirror &&
      countOf(inBoth(inside, near)) / area >= leastNear &&
      nearest(inside, car.fromBody).gap <= widestGap,
  );
}

/** A narrower gap closes by its soft edges. */
const askedGap = 1.5;
/** Of a stalk: the most of it that is near neither. */
const mostElsewhere = 0.15;

/** The gap between a mirror and its car, if it is wide enough to be asked about. @returns its middle, or null */
export function gapBeside(mirror: Mask, { maps, fromBody }: CarSurroundings): number | null {
  const { at, gap } = nearest(fromOn(mirror.samples, subjectFrom), fromBody);
  if (gap < askedGap) return null;
  let middle = at;
  const [x, y] = [at % maps.widthPx, Math.floor(at / maps.widthPx)];
  // Down the distances: the way to the car.
  for (let row = y - 2; row <= y + 2; row++) {
    for (let column = x - 2; column <= x + 2; column++) {
      const other = row * maps.widthPx + column;
      if (Math.abs(fromBody[other] - gap / 2) < Math.abs(fromBody[middle] - gap / 2)) middle = other;
    }
  }
  return middle;
}

/** A stalk in the gap of a mirror: small, and near both. */
export function stalkIn(gap: number, masks: readonly Mask[], question: Question, car: CarSurroundings): Mask | null {
  const near = grown(inEither(question.mask, car.shown), car.maps, 2 * reachPx + 1);
  const parts = masks.map((mask) => partOf(mask, { ...question, seed: gap }, car));
  const found = parts.find(
    ({ inside, area }) =>
      area <= largestMirror * car.coreArea &&
      countOf(without(inside, near)) <= mostElsewhere * area &&
      countOf(inside) > 0,
  );
  return found ? alone(found.mask, found.inside) : null;
}

/** A mask with its soft edge, without its other pieces. */
function alone(mask: Mask, inside: Uint8Array): Mask {
  const near = grown(inside, mask, 5);
  return { ...mask, samples: mask.samples.map((value, at) => (near[at] === 1 ? value : 0)) };
}

/** The pixel of a mask that is nearest to the car. */
function nearest(inside: Uint8Array, fromBody: Float32Array): { readonly at: number; readonly gap: number } {
  let [best, gap] = [0, Number.POSITIVE_INFINITY];
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === 1 && fromBody[at] < gap) [best, gap] = [at, fromBody[at]];
  }
  return { at: best, gap };
}

function meanIn(values: Uint8Array, mask: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] === 0) continue;
    sum += values[at];
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

function overlap(one: Uint8Array, other: Uint8Array): number {
  const both = countOf(inBoth(one, other));
  return both / Math.max(1, countOf(one) + countOf(other) - both);
}
