/** What the kernels of both colours have to give, as plain JavaScript: sums in 64 bits, what is kept in 32. */

/** The picture and its alpha at one size. */
export interface Level {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly colours: Uint8Array;
  readonly alpha: Uint8Array;
}

/** Both sides as estimated on a level. */
export interface Sides {
  readonly level: Level;
  readonly foreground: Float32Array;
  readonly background: Float32Array;
}

const smoothness = 1e-5;
const smoothnessAtEdges = 1;

/** Means of 2 × 2 pixels; at an odd border the last one counts twice. */
export function halved({ widthPx: fullWidth, heightPx: fullHeight, colours, alpha }: Level): Level {
  const widthPx = Math.ceil(fullWidth / 2);
  const heightPx = Math.ceil(fullHeight / 2);
  const reduced = new Uint8Array(widthPx * heightPx * 3);
  const opacity = new Uint8Array(widthPx * heightPx);
  for (let y = 0, to = 0; y < heightPx; y++) {
    const upper = 2 * y * fullWidth;
    const lower = Math.min(2 * y + 1, fullHeight - 1) * fullWidth;
    for (let x = 0; x < widthPx; x++, to++) {
      const right = Math.min(2 * x + 1, fullWidth - 1);
      const [a, b, c, d] = [upper + 2 * x, upper + right, lower + 2 * x, lower + right];
      opacity[to] = (alpha[a] + alpha[b] + alpha[c] + alpha[d] + 2) >> 2;
      for (let i = 0; i < 3; i++) {
        reduced[to * 3 + i] =
          (colours[a * 3 + i] + colours[b * 3 + i] + colours[c * 3 + i] + colours[d * 3 + i] + 2) >> 2;
      }
    }
  }
  return { widthPx, heightPx, colours: reduced, alpha: opacity };
}

/** A larger level started from the smaller one. */
export function started(smaller: Sides, level: Level, near: Uint8Array): Sides {
  const { widthPx, heightPx, colours, alpha } = level;
  const stride = smaller.level.widthPx;
  const foreground = new Float32Array(colours);
  const background = new Float32Array(colours);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (near[at] === 0) continue;
      const from = ((y >> 1) * stride + (x >> 1)) * 3;
      const to = at * 3;
      // Where one side covers the other completely, its colour is seen.
      if (alpha[at] !== 255) copyColour(smaller.foreground, from, foreground, to);
      if (alpha[at] !== 0) copyColour(smaller.background, from, background, to);
    }
  }
  return { level, foreground, background };
}

function copyColour(source: Float32Array, from: number, into: Float32Array, to: number): void {
  into[to] = source[from];
  into[to + 1] = source[from + 1];
  into[to + 2] = source[from + 2];
}

/** 1 within `reach` pixels of alpha that is neither 0 nor 255, or that jumps: only there are both sides needed. */
export function nearEdges({ widthPx, heightPx, alpha }: Level): Uint8Array {
  const near = new Uint8Array(widthPx * heightPx);
  const reach = 3;
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      const value = alpha[at];
      const jumps = (x + 1 < widthPx && alpha[at + 1] !== value) || (y + 1 < heightPx && alpha[at + widthPx] !== value);
      if (!jumps && (value === 0 || value === 255)) continue;
      const [left, right] = [Math.max(0, x - reach), Math.min(widthPx - 1, x + reach)];
      for (let row = Math.max(0, y - reach); row <= Math.min(heightPx - 1, y + reach); row++) {
        near.fill(1, row * widthPx + left, row * widthPx + right + 1);
      }
    }
  }
  return near;
}

/** One sweep: solves pixel after pixel for its two colours, with the newest values of its neighbours (Gauss and Seidel). */
export function solveAll({ level, foreground, background }: Sides, near: Uint8Array): void {
  const { widthPx, heightPx, colours, alpha } = level;
  const neighbours = [0, 0, 0, 0];
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (near[at] === 0) continue;
      neighbours[0] = x > 0 ? at - 1 : at;
      neighbours[1] = x < widthPx - 1 ? at + 1 : at;
      neighbours[2] = y > 0 ? at - widthPx : at;
      neighbours[3] = y < heightPx - 1 ? at + widthPx : at;
      let [weights, fr, fg, fb, br, bg, bb] = [0, 0, 0, 0, 0, 0, 0];
      for (let i = 0; i < 4; i++) {
        const other = neighbours[i];
        const weight = smoothness + (smoothnessAtEdges * Math.abs(alpha[at] - alpha[other])) / 255;
        weights += weight;
        fr += weight * foreground[other * 3];
        fg += weight * foreground[other * 3 + 1];
        fb += weight * foreground[other * 3 + 2];
        br += weight * background[other * 3];
        bg += weight * background[other * 3 + 1];
        bb += weight * background[other * 3 + 2];
      }
      const a = alpha[at] / 255;
      const b = 1 - a;
      const [fronts, both, backs] = [a * a + weights, a * b, b * b + weights];
      const scale = 1 / (fronts * backs - both * both);
      const to = at * 3;
      const red = colours[to];
      const green = colours[to + 1];
      const blue = colours[to + 2];
      foreground[to] = inRange((backs * (a * red + fr) - both * (b * red + br)) * scale);
      foreground[to + 1] = inRange((backs * (a * green + fg) - both * (b * green + bg)) * scale);
      foreground[to + 2] = inRange((backs * (a * blue + fb) - both * (b * blue + bb)) * scale);
      background[to] = inRange((fronts * (b * red + br) - both * (a * red + fr)) * scale);
      background[to + 1] = inRange((fronts * (b * green + bg) - both * (a * green + fg)) * scale);
      background[to + 2] = inRange((fronts * (b * blue + bb) - both * (a * blue + fb)) * scale);
    }
  }
}

function inRange(value: number): number {
  return Math.min(255, Math.max(0, value));
}

/** Pixels to the nearest alpha of `from` to `to`, at most `most`: as a search along two passes (Borgefors, 1986). */
export function distances({ widthPx, alpha }: Level, from: number, to: number, most: number): Float32Array {
  const distance = Float32Array.from(alpha, (value) => (value >= from && value <= to ? 0 : most));
  const pass = (at: number, x: number, step: 1 | -1) => {
    const row = at - step * widthPx;
    const before = step > 0 ? x > 0 : x < widthPx - 1;
    const after = step > 0 ? x < widthPx - 1 : x > 0;
    let nearest = distance[at];
    if (before) nearest = Math.min(nearest, distance[at - step] + 1);
    if (row >= 0 && row < distance.length) {
      nearest = Math.min(nearest, distance[row] + 1);
      if (before) nearest = Math.min(nearest, distance[row - step] + 1.4);
      if (after) nearest = Math.min(nearest, distance[row + step] + 1.4);
    }
    distance[at] = nearest;
  };
  for (let at = 0; at < distance.length; at++) pass(at, at % widthPx, 1);
  for (let at = distance.length - 1; at >= 0; at--) pass(at, at % widthPx, -1);
  return distance;
}

/** Places of a square around a pixel that are in the picture. */
function around({ widthPx, heightPx }: Level, at: number, reach: number): number[] {
  const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
  const places: number[] = [];
  for (let row = Math.max(0, y - reach); row <= Math.min(heightPx - 1, y + reach); row++) {
    for (let column = Math.max(0, x - reach); column <= Math.min(widthPx - 1, x + reach); column++) {
      places.push(row * widthPx + column);
    }
  }
  return places;
}

/** The smallest and the largest value of each channel in a square. */
export function extremes(level: Level, values: Uint8Array, channels: number, reach: number): [Uint8Array, Uint8Array] {
  const of = (choose: (...found: number[]) => number) =>
    values.map((_, at) =>
      choose(
        ...around(level, Math.floor(at / channels), reach).map((place) => values[place * channels + (at % channels)]),
      ),
    );
  return [of(Math.min), of(Math.max)];
}

/** The mean difference over the soft pixels in a square; 255 where there are none. */
export function meansOfSoft(level: Level, differences: Uint8Array, soft: [from: number, to: number], reach: number) {
  return Float32Array.from(level.alpha, (_, at) => {
    const found = around(level, at, reach).filter(
      (place) => level.alpha[place] >= soft[0] && level.alpha[place] <= soft[1],
    );
    const sum = found.reduce((total, place) => total + differences[place], 0);
    return found.length > 0 ? Math.fround(sum) / Math.fround(found.length) : 255;
  });
}

/** 1 up to `from`, 0 beyond `to`, a straight line between. */
export function falling(value: number, [from, to]: readonly [number, number]): number {
  return Math.min(1, Math.max(0, (to - value) / (to - from)));
}
