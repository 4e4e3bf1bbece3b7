/**
 * The chosen car alone. A neighbour that the matte took for a part of it, or dark ground between the tyres, goes as a whole or not
 * at all: small parts that the parts network leaves unknown, above all ends of dark cars, mirrors and plates, mostly belong to the car. So do those
 * where the photo's edge cuts the car.
 *
 * What each number gains and loses is in lab/evaluation/experiments/car-parts.md.
 */
import { carEdgeFrom, maybeCarFrom, notCarBelow, subjectFrom } from '../plane/alpha.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { grown, partsOf } from '../plane/morphology.ts';
import type { Box, Region, Size } from '../plane/region.ts';
import { keepVehicle } from './body.ts';
import { boxOnPlane } from './box.ts';

/** Least area that the network denies in a removed part: as a share of the matte, and of the part. */
const leastOfMatte = 0.007;
const leastOfPart = 0.3;
/** Side of the square around a part in which the network draws the edge, in its pixels: the matte has none there. */
const edgeSide = 7;
/** How much steeper that edge is drawn than the network's map has it: its edges are softer than a photo's. */
const edgeSlope = 2;
/** Least share of the matte that has to stay: with less the network does not know this vehicle. */
const leastKept = 0.5;
/** As a share of the photo's width or height: a box that ends so near the photo's edge reaches it. */
const edgeReach = 0.02;
/** In so many of the map's pixels at a side even a neighbour may touch the photo's edge where the car is cut. */
const mostAtEdge = 3;

/**
 * Removes neighbours, and loose parts that the network does not know.
 * @param matte the vehicle with what was taken for a part of it
 * @param car what belongs to the chosen car, 0 to 255, over the same region
 * @param box of the chosen vehicle
 * @param picture of which both layers are parts
 * @returns a layer of the same size and region, nowhere above `matte`
 */
export function withoutNeighbours(matte: Layer, car: Layer, box: Box, picture: Size): Layer {
  const { widthPx, heightPx } = matte.plane;
  const known = reducedLayer(car, matte.region, widthPx, heightPx);
  const left = withoutTouching(matte, car, cutSides(matte.region, box, picture));
  return { ...matte, plane: keepVehicle(left, boxOnPlane(box, picture, matte), known) };
}

/** A side of a layer. */
type Side = 'left' | 'top' | 'right' | 'bottom';

/** Sides of a region that are the photo's edge and that the vehicle's box reaches: there it runs out of the photo. */
function cutSides({ leftPx, topPx, widthPx, heightPx }: Region, box: Box, picture: Size): Side[] {
  const sides: Readonly<Record<Side, boolean>> = {
    left: leftPx === 0 && box.left <= edgeReach,
    top: topPx === 0 && box.top <= edgeReach,
    right: leftPx + widthPx === picture.widthPx && box.right >= 1 - edgeReach,
    bottom: topPx + heightPx === picture.heightPx && box.bottom >= 1 - edgeReach,
  };
  return (['left', 'top', 'right', 'bottom'] as const).filter((side) => sides[side]);
}

/** The matte without the neighbours that touch the car, or as it is where there is none. */
function withoutTouching(matte: Layer, car: Layer, cut: readonly Side[]): Matte {
  const { samples: values, ...mapSize } = car.plane;
  const gone = neighboursIn(reducedLayer(matte, matte.region, mapSize.widthPx, mapSize.heightPx), car.plane, cut);
  if (!gone) return matte.plane;
  const around = grown(gone, mapSize, edgeSide);
  const edges = values.map((value, at) =>
    around[at] ? Math.min(255, Math.max(0, (value - carEdgeFrom) * edgeSlope)) : 255,
  );
  const { widthPx, heightPx, samples } = matte.plane;
  const allowed = reducedLayer({ ...car, plane: { ...mapSize, samples: edges } }, matte.region, widthPx, heightPx);
  const left: Matte = {
    widthPx,
    heightPx,
    samples: samples.map((alpha, at) => Math.round((alpha * allowed[at]) / 255)),
  };
  return solidPixels(left.samples) < leastKept * solidPixels(samples) ? matte.plane : left;
}

/**
 * Connected parts of the matte that are something else, as a mask.
 * @param alpha the matte at the size of the map
 * @param cut sides of the map at which the car runs out of the photo: what is along one is the car's
 * @returns null where there is none
 */
function neighboursIn(alpha: Uint8Array, car: Matte, cut: readonly Side[]): Uint8Array | null {
  const disputed = alpha.map((value, at) => (value >= subjectFrom && car.samples[at] < maybeCarFrom ? 1 : 0));
  const denied = disputed.map((value, at) => (value > 0 && car.samples[at] < notCarBelow ? 1 : 0));
  const least = leastOfMatte * solidPixels(alpha);
  const neighbours = partsOf(disputed, denied, car).filter((part) => {
    const sure = part.reduce((sum, at) => sum + denied[at], 0);
    return sure >= least && sure >= leastOfPart * part.length && !cut.some((side) => liesAlong(part, side, car));
  });
  if (neighbours.length === 0) return null;
  const mask = new Uint8Array(alpha.length);
  for (const part of neighbours) for (const at of part) mask[at] = 1;
  return mask;
}

/** Whether a part touches a side of the map in more places than a neighbour may. */
function liesAlong(part: readonly number[], side: Side, { widthPx, heightPx }: Size): boolean {
  const touches: Readonly<Record<Side, (at: number) => boolean>> = {
    left: (at) => at % widthPx === 0,
    top: (at) => at < widthPx,
    right: (at) => at % widthPx === widthPx - 1,
    bottom: (at) => at >= widthPx * (heightPx - 1),
  };
  return part.filter(touches[side]).length > mostAtEdge;
}

function solidPixels(samples: Uint8Array): number {
  return samples.reduce((sum, alpha) => sum + (alpha >= subjectFrom ? 1 : 0), 0);
}
