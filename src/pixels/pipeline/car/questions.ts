/**
 * Where the networks disagree about what belongs to a car: pieces of the outline that the parts network does not know, and places beside it
 * where that network sees something of a car, as it does of mirrors that every pass of the matte network has lost.
 *
 * Numbers were chosen on the 84 photos of lab/evaluation/measurements/cars.md.
 */
import { shownFrom } from '../plane/alpha.ts';
import { distancesTo, partsOf } from '../plane/morphology.ts';
import type { Size } from '../plane/region.ts';

/** What is known of a car, in planes of one size whose samples are 0 to 255. */
export interface CarMaps extends Size {
  /** The outline so far. */
  readonly body: Uint8Array;
  /** What belongs to the car, and what of it is glass, by the parts network. */
  readonly car: Uint8Array;
  readonly glass: Uint8Array;
  /** What low passes show; none where they were not to be had. */
  readonly passes: readonly Uint8Array[];
  /** First and last row of the detected vehicle. */
  readonly top: number;
  readonly bottom: number;
}

/** A piece that may or may not be the car's. */
export interface Question {
  /** Where it is, with 1. */
  readonly mask: Uint8Array;
  readonly area: number;
  /** Its middle: the pixel to ask about. */
  readonly seed: number;
  /** How far down that is, as a share of the vehicle's height. */
  readonly down: number;
}

/** Of a scrap: least alpha, opacity below which the parts network does not know it, and how deep into the outline it may reach. */
const solidFrom = 100;
export const knownFrom = 128;
const deepest = 10;
/** Smallest half of its width; lower than this share of the vehicle's height only what is large counts: the rest is shade. */
const halfWidth = 1.9;
const shadeFrom = 0.66;
const leastLow = 100;

/** Pieces of the outline that the parts network does not know: the four largest. */
export function scrapsInQuestion(maps: CarMaps): Question[] {
  const { body, car } = maps;
  const isSolid = body.map((alpha) => (alpha >= solidFrom ? 1 : 0));
  const depth = distancesTo(isSolid, 0, maps, deepest + 1);
  const unknown = isSolid.map((solid, at) => (solid === 1 && car[at] < knownFrom && depth[at] <= deepest ? 1 : 0));
  const width = distancesTo(unknown, 0, maps, deepest + 1);
  return questionsIn(
    unknown,
    width,
    maps,
    ({ seed, area, down }) => width[seed] >= halfWidth && (down < shadeFrom || area >= leastLow),
  );
}

/** The parts network draws edges that are so soft: a logistic curve of that scale, in pixels. */
const softness = 1.76;
const softReach = 24;
/** Of a mirror: least excess over such an edge anywhere and in its middle, least distance from the outline, least area, and lowest place. */
const excessFrom = 14;
const excessMost = 28;
const leastAway = 2;
const leastArea = 30;
const lowest = 0.37;
const seenDownTo = 0.5;

/** Places beside the outline where the parts network sees something of a car: the four largest. */
export function mirrorsInQuestion(maps: CarMaps): Question[] {
  const { body, car } = maps;
  const away = distancesTo(
    body.map((alpha) => (alpha >= shownFrom ? 1 : 0)),
    1,
    maps,
    softReach,
  );
  const excess = Float32Array.from(car, (value, at) => {
    const isBeside = away[at] > leastAway && downOf(at, maps) > 0 && downOf(at, maps) < seenDownTo;
    return isBeside ? Math.max(0, value - 255 / (1 + Math.exp(away[at] / softness))) : 0;
  });
  const seen = Uint8Array.from(excess, (value) => (value >= excessFrom ? 1 : 0));
  return questionsIn(
    seen,
    excess,
    maps,
    ({ seed, area, down }) => area >= leastArea && excess[seed] >= excessMost && down <= lowest,
  );
}

/** So many are asked about: more are no car in a street, but a picture of something else. */
const mostQuestions = 4;

/**
 * The largest connected parts of a mask.
 * @param weight the largest of which is the middle of a part
 * @param isAsked which parts count
 */
function questionsIn(
  mask: Uint8Array,
  weight: Float32Array,
  maps: CarMaps,
  isAsked: (part: Omit<Question, 'mask'>) => boolean,
): Question[] {
  return partsOf(mask, mask, maps)
    .map((part) => {
      const seed = part.reduce((best, at) => (weight[at] > weight[best] ? at : best));
      return { part, area: part.length, seed, down: downOf(seed, maps) };
    })
    .filter(isAsked)
    .toSorted((one, other) => other.area - one.area)
    .slice(0, mostQuestions)
    .map(({ part, ...question }) => {
      const inside = new Uint8Array(mask.length);
      for (const at of part) inside[at] = 1;
      return { ...question, mask: inside };
    });
}

function downOf(at: number, { widthPx, top, bottom }: CarMaps): number {
  return (Math.floor(at / widthPx) - top) / (bottom - top);
}
