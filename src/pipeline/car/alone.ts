/**
 * The chosen car alone. A neighbour that the matte took for a part of it, or dark ground between the tyres, goes as a whole or not
 * at all: what the parts network doubts in small, ends of dark cars, mirrors and plates above all, is mostly the car's.
 *
 * What each number gains and loses stands in evaluation/experiments/car-parts.md.
 */
import { carEdgeFrom, maybeCarFrom, notCarBelow, subjectFrom } from '../alpha.ts';
import { type Layer, reducedLayer } from '../layer.ts';
import type { Matte } from '../matte.ts';
import { keepVehicle } from './body.ts';
import type { PlaneBox } from './box.ts';
import { grown, partsOf } from './morphology.ts';

/** So much of the matte the network has to be sure of, in a part that goes: as a share of the matte, and of the part. */
const leastOfMatte = 0.007;
const leastOfPart = 0.3;
/** Side of the square around a part in which the network draws the edge, in its pixels: the matte has none there. */
const edgeSide = 7;
/** How much steeper than the map that edge is: its own is softer than a photo's. */
const edgeSlope = 2;
/** Least share of the matte that has to stay: where the network knows less of it, it does not know this vehicle. */
const leastKept = 0.5;

/**
 * Takes neighbours away, and what hangs loose that the network does not know.
 * @param matte the vehicle with what was taken for a part of it
 * @param car what belongs to the chosen car, 0 to 255, over the same region
 * @param box of the detected vehicle in pixels of the matte's plane
 * @returns a layer of the same size and region, nowhere above `matte`
 */
export function withoutNeighbours(matte: Layer, car: Layer, box: PlaneBox): Layer {
  const { widthPx, heightPx } = matte.plane;
  const known = reducedLayer(car, matte.region, widthPx, heightPx);
  return { ...matte, plane: keepVehicle(withoutTouching(matte, car), box, known) };
}

/** The matte without the neighbours that touch the car, or as it is where there is none. */
function withoutTouching(matte: Layer, car: Layer): Matte {
  const { samples: values, ...mapSize } = car.plane;
  const gone = neighboursIn(reducedLayer(matte, matte.region, mapSize.widthPx, mapSize.heightPx), car.plane);
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
 * @returns null where there is none
 */
function neighboursIn(alpha: Uint8Array, car: Matte): Uint8Array | null {
  const doubted = alpha.map((value, at) => (value >= subjectFrom && car.samples[at] < maybeCarFrom ? 1 : 0));
  const denied = doubted.map((value, at) => (value > 0 && car.samples[at] < notCarBelow ? 1 : 0));
  const least = leastOfMatte * solidPixels(alpha);
  const neighbours = partsOf(doubted, denied, car).filter((part) => {
    const sure = part.reduce((sum, at) => sum + denied[at], 0);
    return sure >= least && sure >= leastOfPart * part.length;
  });
  if (neighbours.length === 0) return null;
  const mask = new Uint8Array(alpha.length);
  for (const part of neighbours) for (const at of part) mask[at] = 1;
  return mask;
}

function solidPixels(samples: Uint8Array): number {
  return samples.reduce((sum, alpha) => sum + (alpha >= subjectFrom ? 1 : 0), 0);
}
