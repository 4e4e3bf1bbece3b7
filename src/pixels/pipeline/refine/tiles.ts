/** Which parts of a picture the refiner sees: tiles along the band of its matte. */
import type { Layer } from '../plane/layer.ts';
import type { Region, Size } from '../plane/region.ts';
import type { Band } from './band.ts';

/** One tile: the part of the picture that it refines, and the part that the network sees. */
export interface Tile extends Size {
  /** The part of the picture that the tile refines, in the picture's pixels. Cores of neighbours overlap. */
  readonly core: Region;
  /** What the network sees: the core, and in a coarser tile some more around it. `widthPx` × `heightPx` samples. */
  readonly seen: Region;
}

/** Tiles of several scales. */
export interface TilePlan {
  /** Side of a tile at the scale of the picture, in pixels: by it cores overlap. */
  readonly sidePx: number;
  /** Those with the most unknown pixels first. At least one. */
  readonly tiles: readonly Tile[];
  /** Whether every unknown pixel is in a tile. */
  readonly complete: boolean;
}

/** Of a tile's side: a pixel so near the core's border has weight 0, for the network sees too little around it. */
export const borderShare = 1 / 32;
/** Of a tile's side: next to the border, over this length, the weight rises from 0 to 1. */
export const rampShare = 1 / 16;
/** Of a tile's side: two neighbours overlap so far that their weights add up to 1. */
const overlapShare = 2 * borderShare + rampShare;

/** The coarsest tiles see a quarter of the picture's scale: each level halves it. */
const lastLevel = 2;
/** Of the scale of the matte: a coarser tile than that would show less than the matte has. */
const leastOfMatte = 0.75;

/**
 * Chooses tiles for all unknown pixels: at the scale of the picture if `most` are enough. Otherwise only the places with the
 * most unknown pixels are seen at that scale, the rest at half or a quarter of it, several tiles as one, but never coarser
 * than the matte. What is still too much is left out, tiles with the fewest unknown pixels first.
 *
 * Where nothing is left out, the weights of the tiles add up to 1 at every unknown pixel. The one exception is the
 * outermost part of a layer that ends inside of its picture.
 * @param tilePx samples that the network takes a side
 * @param most tiles; at least one
 * @param leastShare of the unknown pixels that a tile could hold: one that holds less is not run, and counts as known
 * @returns null where no tile is worth it
 */
export function planTiles(
  { plane, region }: Layer,
  band: Band,
  tilePx: number,
  most: number,
  leastShare = 0,
): TilePlan | null {
  const grid = gridOf(region, band, tilePx, leastShare);
  let tiles = groupsOf(grid, 0);
  if (tiles.length === 0) return null;
  let complete = true;
  if (tiles.length > most) {
    const scaleOfMatte = Math.sqrt((plane.widthPx * plane.heightPx) / (region.widthPx * region.heightPx));
    let level = 0;
    while (level < lastLevel && 0.5 ** (level + 1) >= leastOfMatte * scaleOfMatte) level++;
    const coarse = groupsOf(grid, level).sort(byUnknown);
    complete = coarse.length <= most;
    tiles = split(grid, coarse.slice(0, most), most);
  }
  return { sidePx: tilePx, tiles: tiles.sort(byUnknown).map((group) => tileOf(grid, region, group)), complete };
}

/** Tiles at the scale of the picture, evenly spread over a layer's region, and how much of each is unknown. */
interface Grid {
  readonly tilePx: number;
  readonly across: TileAxis;
  readonly down: TileAxis;
  /** Row-major; 0 where a tile is not needed. */
  readonly unknown: Float64Array;
}

/** A square of 2^level × 2^level tiles of the grid, seen as one. */
interface Group {
  readonly level: number;
  /** Place among the squares of its level. */
  readonly column: number;
  readonly row: number;
  readonly unknown: number;
}

const byUnknown = (one: Group, other: Group) => other.unknown - one.unknown;

function gridOf(region: Region, { columns, rows, unknown }: Band, tilePx: number, leastShare: number): Grid {
  const across = tileAxis(region.widthPx, columns, tilePx);
  const down = tileAxis(region.heightPx, rows, tilePx);
  const stride = across.starts.length;
  const sums = new Float64Array(stride * down.starts.length);
  for (let y = 0, at = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, at++) {
      if (unknown[at] === 0) continue;
      for (let row = down.first[y]; row <= down.last[y]; row++) {
        for (let column = across.first[x]; column <= across.last[x]; column++) {
          sums[row * stride + column] += unknown[at];
        }
      }
    }
  }
  const cells = Math.min(1, tilePx / region.widthPx) * columns * Math.min(1, tilePx / region.heightPx) * rows;
  const least = leastShare * 255 * cells;
  return { tilePx, across, down, unknown: sums.map((held) => (held < least ? 0 : held)) };
}

/** All squares of a level with unknown pixels, or those within one of the level above. */
function groupsOf({ across, down, unknown }: Grid, level: number, within?: Group): Group[] {
  const stride = across.starts.length;
  const groups: Group[] = [];
  const count = (tiles: number) => Math.ceil(tiles / 2 ** level);
  const [fromRow, toRow] = within ? [within.row * 2, within.row * 2 + 2] : [0, Number.POSITIVE_INFINITY];
  const [fromColumn, toColumn] = within ? [within.column * 2, within.column * 2 + 2] : [0, Number.POSITIVE_INFINITY];
  for (let row = fromRow; row < Math.min(toRow, count(down.starts.length)); row++) {
    for (let column = fromColumn; column < Math.min(toColumn, count(stride)); column++) {
      let sum = 0;
      for (const y of tilesIn(row, level, down))
        for (const x of tilesIn(column, level, across)) sum += unknown[y * stride + x];
      if (sum > 0) groups.push({ level, column, row, unknown: sum });
    }
  }
  return groups;
}

/** Which tiles of an axis a square holds. */
function tilesIn(place: number, level: number, { starts }: TileAxis): number[] {
  const first = place * 2 ** level;
  return Array.from({ length: Math.min(2 ** level, starts.length - first) }, (_, at) => first + at);
}

/** Splits squares while more tiles are allowed: first those with the most unknown pixels per resulting tile. */
function split(grid: Grid, groups: readonly Group[], most: number): Group[] {
  const waiting = groups.map((group) => ({ group, parts: partsOf(grid, group) }));
  const done: Group[] = [];
  const worth = ({ group, parts }: (typeof waiting)[number]) => group.unknown / parts.length;
  while (waiting.length > 0) {
    waiting.sort((one, other) => worth(one) - worth(other));
    const next = waiting.pop();
    if (!next) break;
    const { group, parts } = next;
    // All that wait, all that are done, and these parts instead of their square.
    if (parts.length === 0 || waiting.length + done.length + parts.length > most) done.push(group);
    else waiting.push(...parts.map((part) => ({ group: part, parts: partsOf(grid, part) })));
  }
  return done;
}

function partsOf(grid: Grid, group: Group): Group[] {
  return group.level === 0 ? [] : groupsOf(grid, group.level - 1, group);
}

function tileOf({ tilePx, across, down }: Grid, region: Region, { level, column, row }: Group): Tile {
  const seenPx = tilePx * 2 ** level;
  const x = spanOf(across, tilesIn(column, level, across), tilePx, seenPx, region.widthPx);
  const y = spanOf(down, tilesIn(row, level, down), tilePx, seenPx, region.heightPx);
  const within = (of: 'core' | 'seen'): Region => ({
    leftPx: region.leftPx + x[of].from,
    topPx: region.topPx + y[of].from,
    widthPx: x[of].to - x[of].from,
    heightPx: y[of].to - y[of].from,
  });
  const seen = within('seen');
  const samples = (px: number) => Math.max(1, Math.round(px / 2 ** level));
  return { core: within('core'), seen, widthPx: samples(seen.widthPx), heightPx: samples(seen.heightPx) };
}

/** Where some tiles of an axis are, and around them as much as the network sees, inside the region. */
function spanOf({ starts }: TileAxis, tiles: readonly number[], tilePx: number, seenPx: number, lengthPx: number) {
  const core = { from: starts[tiles[0]], to: Math.min(lengthPx, starts[tiles[tiles.length - 1]] + tilePx) };
  const length = Math.min(seenPx, lengthPx);
  const centred = Math.floor((core.from + core.to - length) / 2);
  const from = Math.min(Math.max(0, centred), lengthPx - length);
  return { core, seen: { from, to: from + length } };
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

/** Evenly spread; where the region is large enough, all tiles are inside it. */
function tileStarts(lengthPx: number, sidePx: number): number[] {
  if (lengthPx <= sidePx) return [0];
  const overlapPx = Math.ceil(sidePx * overlapShare) + 1; // One more: starts are rounded.
  const count = Math.ceil((lengthPx - overlapPx) / (sidePx - overlapPx));
  return Array.from({ length: count }, (_, i) => Math.round((i * (lengthPx - sidePx)) / (count - 1)));
}
