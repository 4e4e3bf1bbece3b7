/**
 * Which of what a matte shows is the subject in the box (docs/decisions/0046-roi.md). What goes on beyond the box is something else
 * that reaches into it: it is told apart by its colours and along edges of the picture, by a random walker with priors (Grady 2005).
 */
import { subjectFrom } from '../alpha.ts';
import { layerOver, reducedLayer } from '../layer.ts';
import type { Subject } from '../looks/subject.ts';
import type { Matte } from '../matte.ts';
import { framePicture } from '../picture/frame.ts';
import { proxy } from '../proxy.ts';
import { wholeOf } from '../region.ts';
import { type AskedPart, boxInSeen } from './asked.ts';
import { priorOf } from './colour-prior.ts';
import { type Grid, Walker } from './walker.ts';

/** Cells to a side of what is told apart. */
const cellsAcross = 160;
/** How far beyond the box, as a share of its sides, the subject itself may reach: boxes are drawn by hand. */
const reach = 0.03;
/** Least of the other subject outside of the box, as a share of all in the box. */
const leastOutside = 0.02;
/** By how much of the box's side what is kept may end before the box's subject did: a box is drawn around what is meant. */
const mostLost = 0.12;
/** How often colours of both are looked at anew. */
const rounds = 3;

/**
 * Takes away what belongs to another subject, and all beyond the box.
 * @param subject of the seen part of a picture
 * @returns the very subject where nothing in it goes on beyond the box, or where what is left would not fill the box any more: then
 * the box was drawn through one subject
 */
export function subjectInBox<Seen extends Pick<Subject, 'layer' | 'colours'>>(subject: Seen, asked: AskedPart): Seen {
  const { plane } = subject.layer;
  const whole = wholeOf(plane);
  const grid: Grid = {
    side: cellsAcross,
    alpha: reducedLayer(layerOver(plane, plane), whole, cellsAcross, cellsAcross),
    colours: proxy(
      framePicture({ ...plane, channels: 3, samples: subject.colours, orientation: 1, icc: null }),
      cellsAcross,
      cellsAcross,
    ),
  };
  const mine = toldApart(grid, placesOf(asked));
  if (!mine) return subject;
  const across = { widthPx: cellsAcross, heightPx: cellsAcross };
  const kept = reducedLayer(
    layerOver({ ...across, samples: mine }, across),
    wholeOf(across),
    plane.widthPx,
    plane.heightPx,
  );
  const samples = plane.samples.map((alpha, at) => Math.round((alpha * steep(kept[at])) / 255));
  return { ...subject, layer: { ...subject.layer, plane: { ...plane, samples } } };
}

/** What of a matte of all that was seen lies in the box. */
export function matteInBox({ widthPx, heightPx, samples }: Matte, asked: AskedPart): Matte {
  const { left, top, right, bottom } = boxInSeen(asked);
  const [from, to] = [Math.round(left * widthPx), Math.round(right * widthPx)];
  const [first, end] = [Math.round(top * heightPx), Math.round(bottom * heightPx)];
  const inBox = new Uint8Array((to - from) * (end - first));
  for (let y = first; y < end; y++) {
    inBox.set(samples.subarray(y * widthPx + from, y * widthPx + to), (y - first) * (to - from));
  }
  return { widthPx: to - from, heightPx: end - first, samples: inBox };
}

/** The edge between two subjects, narrower than a cell. */
function steep(share: number): number {
  return Math.min(255, Math.max(0, (share - 128) * 4 + 128));
}

/** Where a cell lies: in the box, near it, or beyond. */
type Place = 'in' | 'near' | 'beyond';

function placesOf(asked: AskedPart): Place[] {
  const { left, top, right, bottom } = boxInSeen(asked);
  const [across, down] = [(right - left) * reach, (bottom - top) * reach];
  const isWithin = (value: number, from: number, to: number) => value >= from && value < to;
  return Array.from({ length: cellsAcross ** 2 }, (_, cell) => {
    const x = ((cell % cellsAcross) + 0.5) / cellsAcross;
    const y = (Math.floor(cell / cellsAcross) + 0.5) / cellsAcross;
    if (isWithin(x, left, right) && isWithin(y, top, bottom)) return 'in';
    return isWithin(x, left - across, right + across) && isWithin(y, top - down, bottom + down) ? 'near' : 'beyond';
  });
}

/** How much of each cell is of the subject that is meant, 0 to 255; null where there is no other. */
function toldApart(grid: Grid, places: readonly Place[]): Uint8Array | null {
  const solid = Array.from(grid.alpha.keys()).filter((cell) => grid.alpha[cell] >= subjectFrom);
  const inside = solid.filter((cell) => places[cell] === 'in');
  const beyond = solid.filter((cell) => places[cell] === 'beyond');
  if (beyond.length < leastOutside * inside.length || inside.length === 0) return null;
  const fixed = new Uint8Array(grid.alpha.length);
  for (const cell of beyond) fixed[cell] = 1;
  const walker = new Walker(grid, fixed);
  let mine = inside;
  let shares: Float32Array = new Float32Array(0);
  for (let round = 0; round < rounds && mine.length > 0; round++) {
    const prior = priorOf(grid.colours, mine, beyond.concat(inside.filter((cell) => shares[cell] < 0.5)));
    shares = walker.solve(prior);
    mine = inside.filter((cell) => shares[cell] >= 0.5);
  }
  return fills(mine, inside)
    ? Uint8Array.from(shares, (share) => Math.round(Math.min(1, Math.max(0, share)) * 255))
    : null;
}

/** Whether cells reach about as far as all of them do, on every side. */
function fills(cells: readonly number[], all: readonly number[]): boolean {
  if (cells.length === 0) return false;
  const [own, whole] = [extentOf(cells), extentOf(all)];
  const most = [mostLost * (whole.right - whole.left + 1), mostLost * (whole.bottom - whole.top + 1)];
  return (
    own.left - whole.left <= most[0] &&
    whole.right - own.right <= most[0] &&
    own.top - whole.top <= most[1] &&
    whole.bottom - own.bottom <= most[1]
  );
}

function extentOf(cells: readonly number[]) {
  let [left, top, right, bottom] = [cellsAcross, cellsAcross, 0, 0];
  for (const cell of cells) {
    const [x, y] = [cell % cellsAcross, Math.floor(cell / cellsAcross)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}
