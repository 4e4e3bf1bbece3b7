/**
 * Alpha from colour, row by row at the size of the picture. From the background inwards pixels are soft as long as they lead away
 * from its colour. A soft pixel is a mix of the background and of the nearest pixel that is surely subject.
 */
import type { AlphaSampler } from '../edges/alpha-source.ts';
import type { Picture } from '../picture/picture.ts';
import type { Background } from './background.ts';
import { type Cells, differences } from './cells.ts';
import { leastAlpha, type Mix, mixOf, nearestFirst } from './mixes.ts';
import { kept, open, speck } from './regions.ts';
import { FlatRows } from './rows.ts';
import type { Tolerance } from './tolerance.ts';

/** Most pixels of an edge, from the background to what is surely subject; and within which its colour is searched. */
const reach = 8;
/** Rows above and below that decide about a row. */
const margin = 3 * reach + 2;
/** Rows that are worked out at a time. */
const stripRows = 28;
/** Rows of the picture that are held. */
export const windowRows = stripRows + 2 * margin;

/** What a pixel is on the way from background to subject. */
const unreached = 0;
const background = 1;
const protectedSubject = 2;
const sure = 3;
const soft = 4;
/** Soft, and of a colour that no sure pixel beside it explains: an outline, or what mixes with one. */
const unexplained = 5;

/** By how much, in levels, a pixel has to be farther from the background for the edge to go on: at least, and of its difference. */
const leastStep = { drawn: 3, ringing: 7 };
const stepShare = 0.06;
/** Levels of a soft pixel that may be left unexplained. */
const mostRest = { drawn: 16, ringing: 32 };
/** Levels that a pixel's distance costs when the colour of a soft one is chosen. */
const perPixel = 2;

/** Pixels around one, the nearest first. */
const around = nearestFirst(reach);

/** What alpha is worked out from. */
export interface FlatPicture {
  readonly picture: Picture;
  readonly background: Background;
  readonly cells: Cells;
  readonly tolerance: Tolerance;
  /** What each cell is: see `regionsOf`. */
  readonly regions: Uint8Array;
}

/** Reads the picture once, `margin` rows ahead. */
export class FlatSampler implements AlphaSampler {
  readonly #flat: FlatPicture;
  readonly #rows: FlatRows;
  readonly #widthPx: number;
  readonly #heightPx: number;
  /** Of the rows in the window, from `#top` on. */
  readonly #rgb: Uint8Array;
  readonly #behind: Float32Array;
  readonly #away: Uint8Array;
  /** What each pixel is before edges are known, and then. */
  readonly #wasRead: Uint8Array;
  readonly #is: Uint8Array;
  readonly #alpha: Uint8Array;
  /** Of each column, that of its cell. */
  readonly #cellAt: Uint32Array;
  /** Of each row of cells the columns of pixels outside of which all is open, and no shadow: from, and to but not including. */
  readonly #drawnFrom: Uint32Array;
  readonly #drawnTo: Uint32Array;
  #top = 0;
  /** Rows of the picture that were read. */
  #read = 0;
  /** Pixels of the window that are of the picture. */
  #end = 0;
  /** Rows whose alpha is known: from, and to but not including. */
  #from = 0;
  #to = 0;

  constructor(flat: FlatPicture) {
    const { widthPx, heightPx } = flat.picture;
    this.#flat = flat;
    this.#rows = new FlatRows(flat.picture);
    this.#cellAt = Uint32Array.from({ length: widthPx }, (_, x) => Math.floor(x / flat.cells.sidePx));
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    const { cells, regions } = flat;
    this.#drawnFrom = new Uint32Array(cells.heightPx).fill(widthPx);
    this.#drawnTo = new Uint32Array(cells.heightPx);
    for (let row = 0, cell = 0; row < cells.heightPx; row++) {
      for (let column = 0; column < cells.widthPx; column++, cell++) {
        if (regions[cell] === open && cells.most[cell] <= flat.tolerance.smooth) continue;
        if (this.#drawnTo[row] === 0) this.#drawnFrom[row] = column * cells.sidePx;
        this.#drawnTo[row] = Math.min(widthPx, (column + 1) * cells.sidePx);
      }
    }
    const pixels = windowRows * widthPx;
    this.#rgb = new Uint8Array(pixels * 3);
    this.#behind = new Float32Array(pixels * 3);
    this.#away = new Uint8Array(pixels);
    this.#wasRead = new Uint8Array(pixels);
    this.#is = new Uint8Array(pixels);
    this.#alpha = new Uint8Array(pixels);
  }

  row(y: number, widthPx: number, into: Uint8Array): void {
    while (y >= this.#to) this.#nextStrip();
    const start = (y - this.#top) * widthPx;
    into.set(this.#alpha.subarray(start, start + widthPx));
  }

  #nextStrip(): void {
    const [widthPx, heightPx] = [this.#widthPx, this.#heightPx];
    this.#from = this.#to;
    this.#to = Math.min(heightPx, this.#from + stripRows);
    const top = Math.max(0, this.#from - margin);
    const bottom = Math.min(heightPx, this.#to + margin);
    const dropped = (top - this.#top) * widthPx;
    const left = (this.#read - top) * widthPx;
    if (dropped > 0) {
      this.#rgb.copyWithin(0, dropped * 3, (dropped + left) * 3);
      this.#behind.copyWithin(0, dropped * 3, (dropped + left) * 3);
      this.#away.copyWithin(0, dropped, dropped + left);
      this.#wasRead.copyWithin(0, dropped, dropped + left);
    }
    this.#top = top;
    for (; this.#read < bottom; this.#read++) this.#readRow((this.#read - top) * widthPx);
    this.#end = (bottom - top) * widthPx;
    this.#classify(bottom - top);
    this.#draw();
  }

  #readRow(start: number): void {
    const end = start + this.#widthPx;
    const behind = this.#behind.subarray(start * 3, end * 3);
    this.#flat.background.row(this.#read, behind);
    const row = this.#rows.next();
    this.#rgb.set(row, start * 3);
    differences(row, behind, this.#away.subarray(start, end));
    this.#readRegions(start);
  }

  /** Says of each pixel of the row that was read what its region makes of it. */
  #readRegions(start: number): void {
    const [away, is] = [this.#away, this.#wasRead];
    const { cells, tolerance, regions } = this.#flat;
    const y = this.#read;
    const cellRow = Math.floor(y / cells.sidePx);
    const firstCell = cellRow * cells.widthPx;
    is.fill(background, start, start + this.#widthPx);
    const [left, right] = this.#drawnIn(cellRow);
    for (let x = left, at = start + left; x < right; x++, at++) {
      const region = regions[firstCell + this.#cellAt[x]];
      if (region === open) continue;
      // Nothing of a speck is subject, whatever its colour.
      if (region === speck) away[at] = 0;
      else if (region === kept) is[at] = protectedSubject;
      else if (cells.sidePx === 1 || away[at] > tolerance.at(x, y)) is[at] = unreached;
    }
  }

  /** Says of each pixel of the window what it is, edges from the background inwards. */
  #classify(rows: number): void {
    const [widthPx, away, is] = [this.#widthPx, this.#away, this.#is];
    const { tolerance } = this.#flat;
    is.set(this.#wasRead.subarray(0, rows * widthPx));
    const step = tolerance.rings ? leastStep.ringing : leastStep.drawn;
    let edge = this.#besideBackground(rows);
    for (let level = 0; level < reach && edge.length > 0; level++) {
      const next: number[] = [];
      for (const at of edge) {
        const x = at % widthPx;
        const row = (at - x) / widthPx;
        const farther = away[at] + Math.max(step, stepShare * away[at]);
        let leadsOn = false;
        for (let dy = row > 0 ? -1 : 0; dy <= 1 && row + dy < rows; dy++) {
          for (let dx = x > 0 ? -1 : 0; dx <= 1 && x + dx < widthPx; dx++) {
            const other = at + dy * widthPx + dx;
            if (is[other] !== background && away[other] > farther) leadsOn = true;
          }
        }
        // What is as faint as ringing is no subject by itself.
        is[at] = leadsOn || away[at] < tolerance.faint(x, this.#top + row) ? soft : sure;
        if (leadsOn) next.push(at);
      }
      edge = this.#beyond(next, rows);
    }
    for (const at of edge) is[at] = sure;
  }

  /** The columns of pixels of a row of cells outside of which all is clear: from, and to but not including. */
  #drawnIn(cellRow: number): readonly [left: number, right: number] {
    return [this.#drawnFrom[cellRow], this.#drawnTo[cellRow]];
  }

  /** Pixels beside the background, each once. */
  #besideBackground(rows: number): number[] {
    const [widthPx, is] = [this.#widthPx, this.#is];
    const { sidePx } = this.#flat.cells;
    const found: number[] = [];
    for (let row = 0; row < rows; row++) {
      const [left, right] = this.#drawnIn(Math.floor((this.#top + row) / sidePx));
      const start = row * widthPx;
      const above = row > 0 ? -widthPx : 0;
      const below = row < rows - 1 ? widthPx : 0;
      const isOpenColumn = (x: number) => {
        const at = start + x;
        return is[at] === background || is[at + above] === background || is[at + below] === background;
      };
      let isBefore = left > 0 && isOpenColumn(left - 1);
      let isHere = left < right && isOpenColumn(left);
      for (let x = left; x < right; x++) {
        const isAfter = x < widthPx - 1 && isOpenColumn(x + 1);
        if (is[start + x] === unreached && (isBefore || isHere || isAfter)) found.push(start + x);
        isBefore = isHere;
        isHere = isAfter;
      }
    }
    return found;
  }

  /** Pixels beside soft ones that are farther from the background than these, each once. */
  #beyond(edge: readonly number[], rows: number): number[] {
    const [widthPx, away, is] = [this.#widthPx, this.#away, this.#is];
    const found: number[] = [];
    const taken = 255;
    for (const at of edge) {
      const x = at % widthPx;
      const row = (at - x) / widthPx;
      for (let dy = row > 0 ? -1 : 0; dy <= 1 && row + dy < rows; dy++) {
        for (let dx = x > 0 ? -1 : 0; dx <= 1 && x + dx < widthPx; dx++) {
          const other = at + dy * widthPx + dx;
          if (is[other] !== unreached || away[other] <= away[at]) continue;
          is[other] = taken;
          found.push(other);
        }
      }
    }
    return found;
  }

  #draw(): void {
    const [widthPx, is, alpha, away] = [this.#widthPx, this.#is, this.#alpha, this.#away];
    const { tolerance } = this.#flat;
    const { sidePx } = this.#flat.cells;
    const most = tolerance.rings ? mostRest.ringing : mostRest.drawn;
    const isSure = (other: number) => is[other] === sure || is[other] === unreached;
    const first = Math.max(this.#top, this.#from - reach);
    const last = Math.min(this.#read, this.#to + reach);
    const unexplainedPixels: number[] = [];
    for (let y = first; y < last; y++) {
      const start = (y - this.#top) * widthPx;
      alpha.fill(0, start, start + widthPx);
      const [left, right] = this.#drawnIn(Math.floor(y / sidePx));
      for (let x = left, at = start + left; x < right; x++, at++) {
        if (is[at] === background) {
          const isClear = away[at] <= tolerance.smooth || away[at] <= tolerance.at(x, y);
          alpha[at] = isClear ? 0 : leastAlpha(this.#rgb, this.#behind, at);
        } else if (is[at] !== soft) alpha[at] = 255;
        else {
          const mixed = this.#nearestMix(at, x, isSure);
          alpha[at] = mixed ? Math.round(255 * mixed.share) : leastAlpha(this.#rgb, this.#behind, at);
          if (mixed && mixed.rest > most && away[at] >= tolerance.faint(x, y)) unexplainedPixels.push(at);
        }
      }
    }
    for (const at of unexplainedPixels) is[at] = unexplained;
    for (const at of unexplainedPixels) {
      // An outline is what nothing explains; before it the background mixes with it.
      const mixed = this.#nearestMix(at, at % widthPx, (other) => is[other] === unexplained);
      alpha[at] = mixed && mixed.rest <= most ? Math.round(255 * mixed.share) : 255;
    }
  }

  /** The mix that explains a pixel best, of the background and a pixel nearby that is farther from it. */
  #nearestMix(at: number, x: number, isSubject: (other: number) => boolean): Mix | null {
    const [widthPx, away] = [this.#widthPx, this.#away];
    let found: Mix | null = null;
    let cost = Number.POSITIVE_INFINITY;
    for (let step = 0; step < around.length; step++) {
      const near = around[step];
      if (near.away * perPixel > cost) break;
      const other = at + near.y * widthPx + near.x;
      if (x + near.x < 0 || x + near.x >= widthPx || other < 0 || other >= this.#end) continue;
      if (away[other] <= away[at] || !isSubject(other)) continue;
      const mixed = mixOf(this.#rgb, this.#behind, at, other);
      const costs = mixed.rest + near.away * perPixel;
      // Of equal ones the order in which they are met must not count.
      if (costs > cost || (costs === cost && found && mixed.share <= found.share)) continue;
      found = mixed;
      cost = costs;
    }
    return found;
  }
}
