/**
 * Alpha from colour, row by row at the size of the picture. From the background inwards pixels are soft as long as they lead away
 * from its colour. A soft pixel is a mix of the background and of the nearest pixel that is surely subject.
 */
import { bytes, integers, layOut } from '../../kernels/memory.ts';
import type { AlphaSampler } from '../edges/alpha-source.ts';
import type { Picture } from '../picture/picture.ts';
import type { Background } from './background.ts';
import { type Cells, differences } from './cells.ts';
import { Mixer, nearestFirst } from './mixes.ts';
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
  readonly #away: Uint8Array;
  /** What each pixel is before edges are known, and then. */
  readonly #wasRead: Uint8Array;
  readonly #is: Uint8Array;
  readonly #alpha: Uint8Array;
  /** The background of one row, and which. */
  readonly #behind: Float32Array;
  #behindRow = -1;
  readonly #mixer: Mixer;
  /** Of each row of cells the columns of pixels outside of which all is open, and no shadow: from, and to but not including. */
  readonly #drawnFrom: Uint32Array;
  readonly #drawnTo: Uint32Array;
  /** Of the mix that was found last. */
  #share = 0;
  #rest = 0;
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
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    const { cells, regions } = flat;
    this.#drawnFrom = new Uint32Array(cells.heightPx).fill(widthPx);
    this.#drawnTo = new Uint32Array(cells.heightPx);
    const isClear = (cell: number) => regions[cell] === open && cells.most[cell] <= flat.tolerance.smooth;
    for (let row = 0; row < cells.heightPx; row++) {
      const start = row * cells.widthPx;
      let [first, last] = [0, cells.widthPx - 1];
      while (first <= last && isClear(start + first)) first++;
      while (last > first && isClear(start + last)) last--;
      if (first > last) continue;
      this.#drawnFrom[row] = first * cells.sidePx;
      this.#drawnTo[row] = Math.min(widthPx, (last + 1) * cells.sidePx);
    }
    const pixels = windowRows * widthPx;
    this.#rgb = new Uint8Array(pixels * 3);
    this.#behind = new Float32Array(widthPx * 3);
    this.#mixer = new Mixer(this.#rgb, this.#behind);
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
    const row = this.#rows.next();
    this.#rgb.set(row, start * 3);
    this.#readBehind(this.#read);
    differences(row, this.#behind, this.#away.subarray(start, end));
    this.#readRegions(start);
  }

  #readBehind(y: number): void {
    if (this.#behindRow !== y) this.#flat.background.row(y, this.#behind);
    this.#behindRow = y;
  }

  /** Says of each pixel of the row that was read what its region makes of it. */
  #readRegions(start: number): void {
    const [away, is] = [this.#away, this.#wasRead];
    const { cells, tolerance, regions } = this.#flat;
    const { sidePx } = cells;
    const y = this.#read;
    const cellRow = Math.floor(y / sidePx);
    is.fill(background, start, start + this.#widthPx);
    const [left, right] = this.#drawnIn(cellRow);
    for (let from = left, cell = cellRow * cells.widthPx + left / sidePx; from < right; from += sidePx, cell++) {
      const region = regions[cell];
      if (region === open) continue;
      const to = Math.min(from + sidePx, right);
      for (let x = from, at = start + from; x < to; x++, at++) {
        // Nothing of a speck is subject, whatever its colour.
        if (region === speck) away[at] = 0;
        else if (region === kept) is[at] = protectedSubject;
        else if (sidePx === 1 || away[at] > tolerance.at(x, y)) is[at] = unreached;
      }
    }
  }

  /** Says of each pixel of the window what it is, edges from the background inwards. */
  #classify(rows: number): void {
    const [widthPx, away, is] = [this.#widthPx, this.#away, this.#is];
    const { tolerance } = this.#flat;
    is.set(this.#wasRead.subarray(0, rows * widthPx));
    const step = tolerance.rings ? leastStep.ringing : leastStep.drawn;
    let edge: ArrayLike<number> & Iterable<number> = this.#besideBackground(rows);
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
  #besideBackground(rows: number): Int32Array {
    const widthPx = this.#widthPx;
    const pixels = rows * widthPx;
    const { kernels, arrays } = layOut({ is: bytes(pixels), room: bytes(widthPx + 32), found: integers(pixels) });
    arrays.is.set(this.#is.subarray(0, pixels));
    const { is, room, found } = arrays;
    const count = kernels.placesBeside(
      ...[is.byteOffset, widthPx, rows, unreached, background, room.byteOffset, found.byteOffset],
    );
    return found.slice(0, count);
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
    const [widthPx, is, alpha] = [this.#widthPx, this.#is, this.#alpha];
    const most = this.#flat.tolerance.rings ? mostRest.ringing : mostRest.drawn;
    const first = Math.max(this.#top, this.#from - reach);
    const last = Math.min(this.#read, this.#to + reach);
    const unexplainedPixels: number[] = [];
    for (let y = first; y < last; y++) this.#drawRow(y, most, unexplainedPixels);
    for (const at of unexplainedPixels) is[at] = unexplained;
    const isOutline = (other: number) => is[other] === unexplained;
    for (const at of unexplainedPixels) {
      const x = at % widthPx;
      // An outline is what nothing explains; before it the background mixes with it.
      const isMixed = this.#mixes(at, x, isOutline) && this.#rest <= most;
      alpha[at] = isMixed ? Math.round(255 * this.#share) : 255;
    }
  }

  /** @param unexplainedPixels gets those that no mix explains */
  #drawRow(y: number, most: number, unexplainedPixels: number[]): void {
    const [is, alpha, away] = [this.#is, this.#alpha, this.#away];
    const { tolerance, cells } = this.#flat;
    const { smooth } = tolerance;
    const start = (y - this.#top) * this.#widthPx;
    alpha.fill(0, start, start + this.#widthPx);
    const [left, right] = this.#drawnIn(Math.floor(y / cells.sidePx));
    const isSure = (other: number) => is[other] === sure || is[other] === unreached;
    for (let x = left, at = start + left; x < right; x++, at++) {
      if (is[at] === background) {
        if (away[at] > smooth && away[at] > tolerance.at(x, y)) alpha[at] = this.#leastAlpha(at, x);
      } else if (is[at] !== soft) alpha[at] = 255;
      else if (!this.#mixes(at, x, isSure)) alpha[at] = this.#leastAlpha(at, x);
      else {
        alpha[at] = Math.round(255 * this.#share);
        if (this.#rest > most && away[at] >= tolerance.faint(x, y)) unexplainedPixels.push(at);
      }
    }
  }

  #leastAlpha(at: number, x: number): number {
    this.#beginMix(at, x);
    return this.#mixer.leastAlpha();
  }

  #beginMix(at: number, x: number): void {
    this.#readBehind(this.#top + (at - x) / this.#widthPx);
    this.#mixer.begin(at, x);
  }

  /**
   * Finds the mix that explains a pixel best, of the background and a pixel nearby that is farther from it: `#share` and `#rest`.
   * @returns false where there is no such pixel
   */
  #mixes(at: number, x: number, isSubject: (other: number) => boolean): boolean {
    const [widthPx, away, mixer] = [this.#widthPx, this.#away, this.#mixer];
    let isFound = false;
    let cost = Number.POSITIVE_INFINITY;
    this.#beginMix(at, x);
    for (let step = 0; step < around.length; step++) {
      const near = around[step];
      if (near.away * perPixel > cost) break;
      const other = at + near.y * widthPx + near.x;
      if (x + near.x < 0 || x + near.x >= widthPx || other < 0 || other >= this.#end) continue;
      if (away[other] <= away[at] || !isSubject(other)) continue;
      mixer.mix(other);
      const costs = mixer.rest + near.away * perPixel;
      // Of equal ones the order in which they are met must not count.
      if (costs > cost || (costs === cost && isFound && mixer.share <= this.#share)) continue;
      isFound = true;
      cost = costs;
      this.#share = mixer.share;
      this.#rest = mixer.rest;
    }
    return isFound;
  }
}
