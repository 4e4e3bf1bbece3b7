/** Which of the detector's boxes is the vehicle that the caller means, the largest, and which are others. */
import type { Box } from '../plane/region.ts';

/** A vehicle as the detector sees it. */
export interface Detection {
  readonly box: Box;
  /** 0 to 1. */
  readonly score: number;
}

/** Boxes whose overlap is larger are one vehicle, whatever classes they were given. */
const sameVehicle = 0.55;
/** Least score of each class, in the detector's order: car, motorcycle, bus, truck. Shoes are taken for motorcycles. */
const floors = [0.25, 0.5, 0.25, 0.25];
/** Share of the picture: smaller boxes are mostly not vehicles. */
const leastArea = 0.015;

/**
 * Decodes the outputs of the detector.
 * @param boxes rows of left, top, right, bottom relative to the picture
 * @param scores as many rows of one score a class, 0 to 1. The best one counts: a pickup is both car and truck
 * @returns vehicles that reach the least score of a class, in the detector's order
 */
export function detections(boxes: Float32Array, scores: Float32Array): Detection[] {
  const found: Detection[] = [];
  for (let row = 0; row < boxes.length / 4; row++) {
    let score = 0;
    for (const [column, floor] of floors.entries()) {
      const value = scores[row * floors.length + column];
      if (value >= floor && value > score) score = value;
    }
    if (score === 0) continue;
    const [left, top, right, bottom] = boxes.subarray(row * 4, row * 4 + 4).map((at) => Math.min(1, Math.max(0, at)));
    const detection = { box: { left, top, right, bottom }, score };
    if (right > left && bottom > top) found.push(detection);
  }
  return found;
}

/**
 * The vehicle that the caller means: among those of at least a minimum area the one with the largest score⁴ × area. So a box of
 * low score over half the road does not win.
 * @returns null where there is none
 */
export function largestVehicle(found: readonly Detection[]): Box | null {
  const weight = ({ box, score }: Detection) => score ** 4 * areaOf(box);
  const large = suppressed(found.filter(({ box }) => areaOf(box) >= leastArea));
  const [largest] = large.toSorted((a, b) => weight(b) - weight(a));
  return largest?.box ?? null;
}

/**
 * The vehicle whose box overlaps a given one most, as intersection over union. @returns null where none does
 */
export function vehicleInBox(found: readonly Detection[], asked: Box): Box | null {
  const [best] = suppressed(found).toSorted((a, b) => boxOverlap(b.box, asked) - boxOverlap(a.box, asked));
  return best && boxOverlap(best.box, asked) > 0 ? best.box : null;
}

/** The vehicles that are not the chosen one, small ones too, each once. */
export function otherVehicles(found: readonly Detection[], chosen: Box): Box[] {
  return suppressed(found)
    .map(({ box }) => box)
    .filter((box) => boxOverlap(box, chosen) <= sameVehicle);
}

/** Greedy non-maximum suppression, best score first. */
function suppressed(found: readonly Detection[]): Detection[] {
  const kept: Detection[] = [];
  for (const candidate of found.toSorted((a, b) => b.score - a.score)) {
    if (kept.every(({ box }) => boxOverlap(box, candidate.box) <= sameVehicle)) kept.push(candidate);
  }
  return kept;
}

/** Intersection over union, 0 to 1. */
function boxOverlap(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / (areaOf(a) + areaOf(b) - across * down);
}

/** Share of the picture, 0 to 1. */
export function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
