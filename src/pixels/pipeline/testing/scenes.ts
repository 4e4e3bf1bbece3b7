/**
 * Small pictures whose true alpha and true subject colours are known, because both are drawn: for golden tests. The same
 * numbers come out on every run.
 */
import { framePicture } from '../picture/frame.ts';
import type { Picture } from '../picture/picture.ts';

/** A colour, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];
/** A share of 0 to 1 for a place; both coordinates are 0 to 1 across the scene. */
export type Shape = (x: number, y: number) => number;
/** A colour for a place, coordinates as above. */
export type Paint = (x: number, y: number) => Rgb;

/** What a scene is drawn from. */
export interface Drawing {
  /** Opacity of the subject. */
  readonly opacity: Shape;
  readonly front: Paint;
  readonly back: Paint;
  /** Largest amount by which the photo's noise changes a sample, in levels. */
  readonly noise: number;
}

/** A drawn scene. */
export interface Scene {
  readonly sidePx: number;
  /** RGB: the subject over its background. */
  readonly picture: Picture;
  /** True alpha of each pixel, 0 to 255. */
  readonly alpha: Uint8Array;
  /** RGB of the subject alone, also where it is hidden. */
  readonly front: Uint8Array;
}

/** Points to a pixel, each way, at which opacity is sampled: its mean is the pixel's true alpha. */
const pointsAcross = 4;

/** Draws a scene of `sidePx` × `sidePx` pixels. */
export function drawScene({ opacity, front, back, noise }: Drawing, sidePx: number): Scene {
  const alpha = new Uint8Array(sidePx * sidePx);
  const colours = new Uint8Array(sidePx * sidePx * 3);
  const samples = new Uint8Array(sidePx * sidePx * 3);
  for (let y = 0, at = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++, at++) {
      const share = meanOpacity(opacity, x, y, sidePx);
      const [subject, background] = [front, back].map((paint) => paint((x + 0.5) / sidePx, (y + 0.5) / sidePx));
      alpha[at] = Math.round(share * 255);
      for (let channel = 0; channel < 3; channel++) {
        const mixed = share * subject[channel] + (1 - share) * background[channel];
        const noisy = mixed + (2 * hashed(at * 3 + channel, 7) - 1) * noise;
        colours[at * 3 + channel] = Math.round(subject[channel]);
        samples[at * 3 + channel] = Math.min(255, Math.max(0, Math.round(noisy)));
      }
    }
  }
  const frame = { widthPx: sidePx, heightPx: sidePx, channels: 3, samples, orientation: 1, icc: null } as const;
  return { sidePx, picture: framePicture(frame), alpha, front: colours };
}

function meanOpacity(opacity: Shape, x: number, y: number, sidePx: number): number {
  let sum = 0;
  for (let point = 0; point < pointsAcross ** 2; point++) {
    const across = (point % pointsAcross) + 0.5;
    const down = Math.floor(point / pointsAcross) + 0.5;
    sum += opacity((x + across / pointsAcross) / sidePx, (y + down / pointsAcross) / sidePx);
  }
  return sum / pointsAcross ** 2;
}

/** A number of 0 to below 1 that looks random and belongs to its place and seed. */
function hashed(place: number, seed: number): number {
  const mixed = Math.imul(place ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b);
  return (Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 8) / 2 ** 24;
}

/** Value noise: a paint around `mean` that changes by up to `spread` over `cells` cells across. */
export function textured(mean: Rgb, spread: number, cells: number, seed: number): Paint {
  const corner = (x: number, y: number, channel: number) => hashed((y * 512 + x) * 3 + channel, seed);
  const channelAt = (x: number, y: number, channel: number) => {
    const [left, top] = [Math.floor(x * cells), Math.floor(y * cells)];
    const [across, down] = [x * cells - left, y * cells - top];
    const above = corner(left, top, channel) * (1 - across) + corner(left + 1, top, channel) * across;
    const below = corner(left, top + 1, channel) * (1 - across) + corner(left + 1, top + 1, channel) * across;
    return mean[channel] + spread * (2 * (above * (1 - down) + below * down) - 1);
  };
  return (x, y) => [channelAt(x, y, 0), channelAt(x, y, 1), channelAt(x, y, 2)];
}

/** A disc in the middle, half opaque at `radius`, whose edge is `soft` wide. */
export function disc(radius: number, soft: number): Shape {
  return (x, y) => Math.min(1, Math.max(0, (radius - Math.hypot(x - 0.5, y - 0.5)) / soft + 0.5));
}

/** A disc with hairs of `width` all around, out to `length`. */
export function hairy(radius: number, length: number, width: number, hairs: number): Shape {
  const body = disc(radius, 0.004);
  return (x, y) => {
    const away = Math.hypot(x - 0.5, y - 0.5);
    if (away > length) return 0;
    const turns = (Math.atan2(y - 0.5, x - 0.5) / (2 * Math.PI) + 1) * hairs;
    const fromHair = Math.abs(turns - Math.round(turns)) * ((2 * Math.PI * away) / hairs);
    return Math.max(body(x, y), fromHair < width / 2 ? 1 : 0);
  };
}

/** A pane of glass in a solid frame, upright in the middle. */
export function pane(opacity: number): Shape {
  return (x, y) => {
    const away = Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5));
    return away > 0.34 ? 0 : away > 0.26 ? 1 : opacity;
  };
}
