/**
 * Foreground and background of a picture, given its alpha: Germer, Uelwer, Conrad and Harmeling, "Fast multi-level
 * foreground estimation" (2020). Both are smooth except where alpha changes, and mix to the picture.
 */
import type { Layer } from '../layer.ts';
import type { Region } from '../region.ts';
import { knownColours } from './known-colours.ts';

/** Foreground and background of a region of a picture, at a reduced size. */
export interface EstimatedColours {
  readonly region: Region;
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGB of the subject, also where it is hidden. */
  readonly foreground: Uint8Array;
  /** RGB of what stands behind it. */
  readonly background: Uint8Array;
  /** How far both are known: 0, the photo's own colours are better, to 255. */
  readonly known: Uint8Array;
}

/** Weight of smoothness everywhere, and what a step of alpha by 1 adds. */
const smoothness = 1e-5;
const smoothnessAtEdges = 1;
/** A larger level takes four times the memory and time, and measured hardly better. */
const largestLevelPx = 512;
const smallLevelPx = 32;
const sweepsWhileSmall = 10;
const sweeps = 2;

/** The picture and its alpha at one size. */
interface Level {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly colours: Uint8Array;
  readonly alpha: Uint8Array;
}

/** Both sides as estimated on a level, RGB of 0 to 255. */
interface Sides {
  readonly level: Level;
  readonly foreground: Float32Array;
  readonly background: Float32Array;
}

/**
 * Estimates both sides of soft edges.
 * @param layer the matte of a region
 * @param colours RGB of the region at the size of the matte
 * @returns both at half of the matte's size; halved further while a side is over 512 pixels
 */
export function estimateColours({ plane, region }: Layer, colours: Uint8Array): EstimatedColours {
  const { samples: alpha, ...size } = plane;
  let largest = halved({ ...size, alpha, colours });
  while (Math.max(largest.widthPx, largest.heightPx) > largestLevelPx) largest = halved(largest);
  const levels = [largest];
  while (levels[0].widthPx > 1 || levels[0].heightPx > 1) levels.unshift(halved(levels[0]));
  const [smallest, ...larger] = levels;
  const alike = new Float32Array(smallest.colours);
  const start: Sides = { level: smallest, foreground: alike, background: alike };
  const { level, foreground, background } = larger.reduce(refined, start);
  // A clamped array rounds by itself.
  const bytes = (values: Float32Array) => new Uint8Array(new Uint8ClampedArray(values).buffer);
  const { widthPx, heightPx } = level;
  const known = knownColours({ widthPx, heightPx, samples: level.alpha });
  return { region, widthPx, heightPx, foreground: bytes(foreground), background: bytes(background), known };
}

/** Means of 2 × 2 pixels; at an odd border the last one counts twice. */
function halved({ widthPx: fullWidth, heightPx: fullHeight, colours, alpha }: Level): Level {
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

/** The next larger level, started from the smaller one. Away from edges both sides are the colours that are seen. */
function refined(smaller: Sides, level: Level): Sides {
  const { widthPx, heightPx, colours, alpha } = level;
  const stride = smaller.level.widthPx;
  const foreground = new Float32Array(colours);
  const background = new Float32Array(colours);
  const near = nearEdges(level);
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
  const sides = { level, foreground, background };
  const count = Math.max(widthPx, heightPx) <= smallLevelPx ? sweepsWhileSmall : sweeps;
  for (let sweep = 0; sweep < count; sweep++) solveAll(sides, near);
  return sides;
}

function copyColour(source: Float32Array, from: number, into: Float32Array, to: number): void {
  into[to] = source[from];
  into[to + 1] = source[from + 1];
  into[to + 2] = source[from + 2];
}

/** 1 within `reach` pixels of alpha that is neither 0 nor 255, or that jumps: only there are both sides needed. */
function nearEdges({ widthPx, heightPx, alpha }: Level): Uint8Array {
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

/** One sweep: solves pixel after pixel for its two colours, with its neighbours as they stand (Gauss and Seidel). */
function solveAll({ level, foreground, background }: Sides, near: Uint8Array): void {
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
