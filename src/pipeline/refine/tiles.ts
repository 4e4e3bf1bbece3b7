/** Which parts of a picture are looked at again from close by: tiles along the band of its coarse matte. */
import type { Layer } from '../layer.ts';
import type { Region } from '../region.ts';
import type { Band } from './band.ts';

/** Tiles of one size and scale. */
export interface TilePlan {
  /** Side of a tile in pixels of the picture; where the layer is smaller, so are its tiles. */
  readonly sidePx: number;
  /** Samples of each tile, at most those that the network takes: as many as `sidePx` gives, less in a smaller layer. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Inside the layer's region, all of one size, in pixels of the picture. At least one. */
  readonly regions: readonly Region[];
}

/** Of a tile's side: a pixel so near its border has weight 0, for the network sees too little around it. */
export const borderShare = 1 / 32;
/** Of a tile's side: next to the border, over this length, the weight rises from 0 to 1. */
export const rampShare = 1 / 16;
/** Of a tile's side: two neighbours overlap so far that their weights add up to 1. */
const overlapShare = 2 * borderShare + rampShare;

/** By how much the scale goes down where tiles are too many. */
const step = 0.8;

/**
 * Chooses tiles at the largest scale, up to that of the picture, at which `most` are enough.
 *
 * At every unknown pixel the weights of its tiles add up to 1. The one exception is the outermost part of a layer that
 * ends inside of its picture.
 * @param tilePx samples that the network takes a side
 * @returns null where more would be needed even at the scale of the matte: tiles that coarse would show nothing new
 */
export function planTiles({ plane, region }: Layer, band: Band, tilePx: number, most: number): TilePlan | null {
  const least = Math.min(1, Math.max(plane.widthPx / region.widthPx, plane.heightPx / region.heightPx));
  for (let scale = 1; ; scale = Math.max(least, scale * step)) {
    const sidePx = Math.floor(tilePx / scale);
    const regions = regionsAt(sidePx, region, band);
    if (regions.length <= most) {
      const [{ widthPx, heightPx }] = regions;
      const samples = (px: number) => Math.max(1, Math.round((px * tilePx) / sidePx));
      return { sidePx, widthPx: samples(widthPx), heightPx: samples(heightPx), regions };
    }
    if (scale === least) return null;
  }
}

function regionsAt(sidePx: number, region: Region, band: Band): Region[] {
  const across = tileAxis(region.widthPx, band.columns, sidePx);
  const down = tileAxis(region.heightPx, band.rows, sidePx);
  const stride = across.starts.length;
  const needed = new Uint8Array(stride * down.starts.length);
  for (let y = 0, at = 0; y < band.rows; y++) {
    for (let x = 0; x < band.columns; x++, at++) {
      if (band.unknown[at] === 0) continue;
      for (let row = down.first[y]; row <= down.last[y]; row++) {
        needed.fill(1, row * stride + across.first[x], row * stride + across.last[x] + 1);
      }
    }
  }
  const widthPx = Math.min(sidePx, region.widthPx);
  const heightPx = Math.min(sidePx, region.heightPx);
  const regions: Region[] = [];
  needed.forEach((isNeeded, tile) => {
    if (isNeeded === 0) return;
    const leftPx = region.leftPx + across.starts[tile % stride];
    const topPx = region.topPx + down.starts[Math.floor(tile / stride)];
    regions.push({ leftPx, topPx, widthPx, heightPx });
  });
  return regions;
}

/** Tiles along one axis, and which of them each cell of the band needs. */
interface TileAxis {
  /** Where tiles begin, in pixels from the region's edge. */
  readonly starts: readonly number[];
  readonly first: Int32Array;
  readonly last: Int32Array;
}

function tileAxis(lengthPx: number, cells: number, sidePx: number): TileAxis {
  const starts = tileStarts(lengthPx, sidePx);
  // Up to half way between two tiles the first is nearer, from there on the second.
  const borders = starts.slice(1).map((start, i) => (starts[i] + sidePx + start) / 2);
  const cellPx = lengthPx / (cells - 1);
  const reachPx = sidePx * borderShare;
  const first = new Int32Array(cells);
  const last = new Int32Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    const from = (cell - 0.5) * cellPx - reachPx;
    const to = (cell + 0.5) * cellPx + reachPx;
    first[cell] = borders.filter((border) => border < from).length;
    last[cell] = borders.filter((border) => border <= to).length;
  }
  return { starts, first, last };
}

/** Evenly spread; where the region is large enough, all tiles lie inside of it. */
function tileStarts(lengthPx: number, sidePx: number): number[] {
  if (lengthPx <= sidePx) return [0];
  const overlapPx = Math.ceil(sidePx * overlapShare) + 1; // One more: starts are rounded.
  const count = Math.ceil((lengthPx - overlapPx) / (sidePx - overlapPx));
  return Array.from({ length: count }, (_, i) => Math.round((i * (lengthPx - sidePx)) / (count - 1)));
}
