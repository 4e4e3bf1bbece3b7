/** The vehicle alone: everything else in a matte of its surroundings is removed. */
import { maybeCarFrom, subjectFrom } from '../plane/alpha.ts';
import type { Matte } from '../plane/matte.ts';
import type { PlaneBox } from './box.ts';

/** How far from the vehicle its soft edge may reach, in pixels of the matte. */
const softReach = 24;
/** Largest loose part, as a share of the vehicle's pixels: mirrors and aerials whose stalk is too thin to be seen. */
const loosePart = 0.02;

/**
 * Keeps the connected solid part that has the most pixels in the detected box, small loose parts inside the box, and
 * their soft edges. Solid is what is more subject than background.
 * @param box of the detected vehicle
 * @param car what belongs to it, 0 to 255 at the size of the matte, once that is known: a loose part stays only where some of it
 * may be the car's
 * @returns a new matte; all zero where nothing solid is on the box
 */
export function keepVehicle(matte: Matte, box: PlaneBox, car?: Uint8Array): Matte {
  const { widthPx, heightPx, samples: alpha } = matte;
  const parts = solidParts(matte);
  const inBox = new Float64Array(parts.sizes.length);
  for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(heightPx, box.bottom); y++) {
    for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(widthPx, box.right); x++) {
      const part = parts.labels[y * widthPx + x];
      if (part > 0) inBox[part]++;
    }
  }
  const main = inBox.reduce((best, size, part) => (size > inBox[best] ? part : best), 0);
  const kept = new Uint8Array(widthPx * heightPx);
  if (inBox[main] === 0) return { widthPx, heightPx, samples: kept };
  const mayBeCar = car ? partsWith(parts, car, maybeCarFrom) : parts.sizes.map(() => true);
  const belongs = inBox.map((size, part) => {
    const loose = parts.sizes[part] <= parts.sizes[main] * loosePart && size === parts.sizes[part];
    return part === main || (part > 0 && loose && mayBeCar[part]) ? 1 : 0;
  });
  let edge: number[] = [];
  const soften = (at: number): void => {
    if (kept[at] > 0 || alpha[at] === 0 || alpha[at] >= subjectFrom) return;
    kept[at] = alpha[at];
    edge.push(at);
  };
  // The first ring is taken on the way: a list of all that is solid would be as large as the matte.
  for (let at = 0; at < kept.length; at++) {
    if (!belongs[parts.labels[at]] || parts.labels[at] === 0) continue;
    kept[at] = alpha[at];
    if (isAmongSolid(parts.labels, at, widthPx)) continue;
    visitNeighbours(at, matte, soften);
  }
  for (let step = 1; step < softReach && edge.length > 0; step++) {
    const ring = edge;
    edge = [];
    for (const at of ring) visitNeighbours(at, matte, soften);
  }
  return { widthPx, heightPx, samples: kept };
}

/** Whether no pixel that shares a side is soft; what is beside a row's ends in its neighbours does not matter. */
function isAmongSolid(labels: Int32Array, at: number, widthPx: number): boolean {
  return labels[at - 1] > 0 && labels[at + 1] > 0 && labels[at - widthPx] > 0 && labels[at + widthPx] > 0;
}

interface SolidParts {
  /** Of each pixel. Label 0 is what is not solid. */
  readonly labels: Int32Array;
  /** Pixels of each label. */
  readonly sizes: readonly number[];
}

/** Which parts hold a pixel of at least that value. */
function partsWith({ labels, sizes }: SolidParts, values: Uint8Array, least: number): boolean[] {
  const found = sizes.map(() => false);
  for (let at = 0; at < labels.length; at++) if (values[at] >= least) found[labels[at]] = true;
  return found;
}

/** Connected solid pixels. */
function solidParts(matte: Matte): SolidParts {
  const { samples: alpha } = matte;
  const labels = new Int32Array(alpha.length);
  const sizes = [0];
  // Each pixel is pushed once, when it gets its label.
  const stack = new Int32Array(alpha.length);
  let top = 0;
  const label = (at: number): void => {
    if (alpha[at] < subjectFrom || labels[at] > 0) return;
    labels[at] = sizes.length;
    stack[top++] = at;
  };
  for (let start = 0; start < alpha.length; start++) {
    label(start);
    if (top === 0) continue;
    let size = 0;
    while (top > 0) {
      size++;
      visitNeighbours(stack[--top], matte, label);
    }
    sizes.push(size);
  }
  return { labels, sizes };
}

/** Visits the pixels that share a side. */
function visitNeighbours(at: number, { widthPx, heightPx }: Matte, visit: (neighbour: number) => void): void {
  const x = at % widthPx;
  if (x > 0) visit(at - 1);
  if (x < widthPx - 1) visit(at + 1);
  if (at >= widthPx) visit(at - widthPx);
  if (at < widthPx * (heightPx - 1)) visit(at + widthPx);
}
