/**
 * Parts of a graphic that a caller has pointed at: the region of one colour on which a point lies, as the hole of a letter, or a ring. Its
 * edges are those of a graphic on that colour.
 */

import type { AlphaSampler, AlphaSource } from '../edges/alpha-source.ts';
import type { Picture } from '../picture/picture.ts';
import { grown } from '../plane/morphology.ts';
import type { Point, PointKind } from '../points/pixels.ts';
import type { EdgeCleaner } from '../rows/compose.ts';
import type { Background } from './background.ts';
import { type Cells, cellsOf } from './cells.ts';
import type { Flood } from './flood.ts';
import { drawn, kept, open } from './regions.ts';
import { FlatRows, rowPixelUs } from './rows.ts';
import { type FlatPicture, FlatSampler } from './sampler.ts';
import { toleranceOf } from './tolerance.ts';

/** How far beyond a region its soft edge may reach: of 1024 pixels of the longer side, and in pixels. */
const edgeOf1024 = 8;
const mostEdgePx = 8;

/** Regions of one colour that were clicked, as the background of all the rest. */
export interface ClickedPart extends FlatPicture {
  readonly kind: PointKind;
  readonly colour: readonly number[];
}

/** A cut by colour, as far as points change it. */
interface Cut {
  readonly alpha: AlphaSource;
  readonly found: boolean;
  readonly uncertainty: number;
  cleaner(): EdgeCleaner;
}

/** Levels of a channel up to which two points are on the same colour. */
const sameWithin = 2;

/**
 * The regions of points, those of one colour and kind together. One that both kinds claim is divided between the nearest points.
 * @param background of the graphic
 * @param flood of the cells' size
 */
export function* clickedParts(
  picture: Picture,
  points: readonly Point[],
  { mostNoise }: Pick<Background, 'mostNoise'>,
  flood: Flood,
): Generator<number, readonly ClickedPart[], void> {
  const parts: ClickedPart[] = [];
  const colours = yield* coloursAt(picture, points);
  const left = new Set(points.keys());
  for (const index of left) {
    const [{ kind }, colour] = [points[index], colours[index]];
    const background = ofOneColour(colour, mostNoise);
    const cells = yield* cellsOf(picture, background);
    const tolerance = toleranceOf(background, cells);
    const { widthPx, sidePx, most } = cells;
    const isOfColour = (cell: number) =>
      most[cell] <= tolerance.at((cell % widthPx) * sidePx, Math.floor(cell / widthPx) * sidePx);
    const isSame = (other: number) =>
      points[other].kind === kind &&
      colours[other].every((value, channel) => Math.abs(value - colour[channel]) <= sameWithin);
    const own = new Uint8Array(most.length);
    const all = new Uint8Array(most.length);
    for (const other of [...left].filter(isSame)) {
      left.delete(other);
      const first = cellOf(points[other], cells);
      if (all[first] === 1) continue;
      const inside = regionAt(first, isOfColour, most.length, flood);
      const ownInside = ownOf(inside, points[other], points, cells);
      for (let cell = 0; cell < all.length; cell++) {
        all[cell] |= inside[cell];
        own[cell] |= ownInside[cell];
      }
    }
    const edge = Math.min(mostEdgePx, (edgeOf1024 * Math.max(picture.widthPx, picture.heightPx)) / 1024);
    const around = grown(own, cells, 2 * Math.max(1, Math.floor(edge / sidePx)) + 1);
    const isEdge = (cell: number) => around[cell] === 1 && all[cell] === 0;
    const regions = own.map((is, cell) => (is === 1 ? open : isEdge(cell) ? drawn : kept));
    parts.push({ kind, colour, picture, background, cells, tolerance, regions });
  }
  return parts;
}

/** 1 in the cells of a colour that hang together with a cell, and in that, else 0. */
function regionAt(first: number, isOfColour: (cell: number) => boolean, cells: number, flood: Flood): Uint8Array {
  const [inside, unreached] = [1, 2];
  const region = new Uint8Array(cells);
  for (let cell = 0; cell < cells; cell++) if (cell === first || isOfColour(cell)) region[cell] = unreached;
  flood.fill([first], region, inside, unreached);
  for (let cell = 0; cell < cells; cell++) if (region[cell] === unreached) region[cell] = 0;
  return region;
}

/** A cut with what was clicked taken out of it, or added. */
export function withClickedParts(
  { alpha, cleaner, ...cut }: Cut,
  parts: readonly ClickedPart[],
  picture: Picture,
): Cut {
  return {
    ...cut,
    alpha: { ...alpha, sampler: () => new ClickedSampler(alpha.sampler(), parts, picture.widthPx) },
    cleaner: () => clickedCleaner(cleaner(), parts, picture.widthPx),
  };
}

function cellOf({ x, y }: Pick<Point, 'x' | 'y'>, { widthPx, sidePx }: Cells): number {
  return Math.floor(y / sidePx) * widthPx + Math.floor(x / sidePx);
}

/** The cells of a region to which no point of the other kind in it is nearer. */
function ownOf(inside: Uint8Array, { kind }: Point, points: readonly Point[], cells: Cells): Uint8Array {
  const within = points.filter((other) => inside[cellOf(other, cells)] === 1);
  const others = within.filter((other) => other.kind !== kind);
  if (others.length === 0) return inside;
  const own = within.filter((other) => other.kind === kind);
  const { widthPx, sidePx } = cells;
  return inside.map((is, cell) => {
    if (is === 0) return 0;
    const [x, y] = [(cell % widthPx) * sidePx, Math.floor(cell / widthPx) * sidePx];
    const nearest = (of: readonly Point[]) => Math.min(...of.map((other) => Math.hypot(other.x - x, other.y - y)));
    const [mine, theirs] = [nearest(own), nearest(others)];
    return mine < theirs || (mine === theirs && kind === 'keep') ? 1 : 0;
  });
}

function ofOneColour(colour: readonly number[], mostNoise: number): Background {
  return {
    noise: 0,
    mostNoise,
    drifts: false,
    row(_y, into) {
      for (let at = 0; at < into.length; at++) into[at] = colour[at % 3];
    },
  };
}

/** RGB at each point. Reads rows as far as the lowest one. */
function* coloursAt(
  picture: Picture,
  points: readonly Point[],
): Generator<number, readonly (readonly number[])[], void> {
  const colours: number[][] = points.map(() => []);
  const lowest = Math.max(-1, ...points.map(({ y }) => y));
  const rows = lowest < 0 ? null : new FlatRows(picture);
  if (rows) yield* rows.begin();
  for (let y = 0; rows && y <= lowest; y++) {
    const row = rows.next();
    for (const [at, point] of points.entries()) {
      if (point.y === y) colours[at] = [...row.subarray(point.x * 3, point.x * 3 + 3)];
    }
    yield picture.widthPx * rowPixelUs;
  }
  return colours;
}

/**
 * Of two colours that mix in a pixel, the share of the one that was clicked becomes clear, or opaque, and that of the other stays what it
 * was.
 */
class ClickedSampler implements AlphaSampler {
  readonly #alpha: AlphaSampler;
  readonly #parts: readonly { readonly kind: PointKind; readonly rest: FlatSampler }[];
  readonly #rest: Uint8Array;

  constructor(alpha: AlphaSampler, parts: readonly ClickedPart[], widthPx: number) {
    this.#alpha = alpha;
    this.#parts = parts.map((part) => ({ kind: part.kind, rest: new FlatSampler(part) }));
    this.#rest = new Uint8Array(widthPx);
  }

  row(y: number, widthPx: number, into: Uint8Array, pixels: Uint8Array, channels: number): void {
    this.#alpha.row(y, widthPx, into, pixels, channels);
    const others = this.#rest;
    for (const { kind, rest } of this.#parts) {
      rest.row(y, widthPx, others);
      for (let x = 0; x < widthPx; x++) {
        const clicked = 255 - others[x];
        if (clicked > 0) into[x] = kind === 'keep' ? Math.min(255, into[x] + clicked) : Math.max(0, into[x] - clicked);
      }
    }
  }
}

/** Takes the colours that were dropped out of the soft pixels beside them. */
function clickedCleaner(cleaner: EdgeCleaner, parts: readonly ClickedPart[], widthPx: number): EdgeCleaner {
  const dropped = parts.filter(({ kind }) => kind === 'drop').map((part) => ({ ...part, rest: new FlatSampler(part) }));
  const others = new Uint8Array(widthPx);
  return {
    clean(y, rgba, pixels, channels) {
      const seen = dropped.length > 0 ? rgba.slice(0, widthPx * 4) : rgba;
      cleaner.clean(y, rgba, pixels, channels);
      for (const { colour, rest } of dropped) {
        rest.row(y, widthPx, others);
        for (let x = 0, at = 0; x < widthPx; x++, at += 4) {
          const share = others[x];
          if (share === 0 || share === 255 || rgba[at + 3] === 0 || (channels === 4 && pixels[at + 3] < 255)) continue;
          for (let channel = 0; channel < 3; channel++) {
            const front = colour[channel] + ((seen[at + channel] - colour[channel]) * 255) / share;
            rgba[at + channel] = Math.round(Math.min(255, Math.max(0, front)));
          }
        }
      }
    },
  };
}
