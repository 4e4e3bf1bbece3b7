/** Drawn pictures on flat backgrounds, each with the alpha that it was drawn with. From a seed, the same on every run. */
import sharp from 'sharp';
import { Dice } from '../../../testing/dice.ts';
import { backgroundColour, farthest, leastContrast, type Rgb } from './colours.ts';
import { type DrawingKind, draw, drawingKinds } from './drawings.ts';
import type { Art } from './fetch.ts';
import type { Half } from './packages.ts';

export interface DrawnPicture {
  readonly name: string;
  readonly kind: DrawingKind;
  /** The file as a caller would send it. */
  readonly file: Buffer;
  /** How the file was made, in words. */
  readonly saved: string;
  /** What it counts among in a summary. */
  readonly parts: readonly string[];
  readonly widthPx: number;
  readonly heightPx: number;
  /** Intended alpha of each pixel, 0 to 255. */
  readonly alpha: Uint8Array;
}

const sides = [
  [1000, 1000],
  [800, 600],
  [1200, 630],
  [600, 900],
  [1600, 900],
  [512, 512],
  [1400, 500],
] as const;

/** Most that a background drifts, from one end of the picture to the other. */
const mostDrift = 12;
const attempts = 40;

/** What was drawn, and the decisions after it. */
export interface Drawing {
  readonly dice: Dice;
  readonly kind: DrawingKind;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly background: Rgb;
  /** RGBA, transparent where nothing is drawn. */
  readonly layer: Buffer;
}

/**
 * A drawing that is seen on its background.
 * @param seed words; others give another drawing
 * @throws Error where many attempts drew nothing that is visible
 */
export async function drawing(seed: string, art: Art): Promise<Drawing> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const dice = new Dice(`${seed} ${attempt}`);
    const [widthPx, heightPx] = dice.pick(sides);
    const background = backgroundColour(dice);
    const { kind } = dice.weighted(drawingKinds);
    const svg = draw(kind, { dice, art, widthPx, heightPx, background });
    const layer = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
    if (!isVisible(layer, widthPx, heightPx, background) || (hasIcon(kind) && isVeiled(layer, widthPx))) continue;
    return { dice, kind, widthPx, heightPx, background, layer };
  }
  throw new Error(`Nothing of ${seed} is visible on its background`);
}

/** The picture of that number, as its author saved it: PNG, or a JPEG of high quality. */
export async function drawnPicture(half: Half, number: number, art: Art): Promise<DrawnPicture> {
  const name = `${half}-${String(number).padStart(3, '0')}`;
  const { dice, kind, widthPx, heightPx, background, layer } = await drawing(`drawn graphics ${name}`, art);
  // A quarter of each, one no more likely with the other.
  const drift = number % 4 === 1 ? dice.between(3, mostDrift) : 0;
  const quality = Math.floor(number / 4) % 4 === 2 ? dice.whole(75, 95) : 0;
  const samples = composite(layer, { widthPx, heightPx }, background, backgroundDrift(dice, drift));
  const picture = sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 3 } });
  const chromaSubsampling = dice.chance(0.75) ? '4:2:0' : '4:4:4';
  const file = await (quality > 0 ? picture.jpeg({ quality, chromaSubsampling }) : picture.png()).toBuffer();
  const alpha = Uint8Array.from({ length: widthPx * heightPx }, (_, at) => layer[at * 4 + 3]);
  const saved = `${quality > 0 ? `JPEG ${quality}` : 'PNG'}, drift ${drift.toFixed(0)}`;
  const parts = [...(quality > 0 ? ['JPEG'] : []), ...(drift > 0 ? ['drifting'] : [])];
  return { name, kind, file, saved, parts, widthPx, heightPx, alpha };
}

type Drift = (across: number, down: number) => number;

/** What is added to a background at a place, both coordinates 0 to 1: along a line, or from the middle outwards. */
function backgroundDrift(dice: Dice, most: number): Drift {
  const turned = dice.between(0, 2 * Math.PI);
  const sign = dice.chance(0.5) ? 1 : -1;
  if (dice.chance(0.6)) return alongLine(turned, most);
  return (across, down) => sign * most * (2 * ((across - 0.5) ** 2 + (down - 0.5) ** 2) - 0.5);
}

/** Along a line of any direction. */
export function linear(dice: Dice, most: number): Drift {
  return alongLine(dice.between(0, 2 * Math.PI), most);
}

function alongLine(turned: number, most: number): Drift {
  const [x, y] = [Math.cos(turned), Math.sin(turned)];
  return (across, down) => (most * ((across - 0.5) * x + (down - 0.5) * y)) / (Math.abs(x) + Math.abs(y));
}

export function composite(
  layer: Buffer,
  size: { widthPx: number; heightPx: number },
  background: Rgb,
  drift: Drift,
): Buffer {
  const { widthPx, heightPx } = size;
  const samples = Buffer.alloc(widthPx * heightPx * 3);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      const share = layer[at * 4 + 3] / 255;
      const change = drift(x / (widthPx - 1), y / (heightPx - 1));
      for (let channel = 0; channel < 3; channel++) {
        const behind = Math.min(255, Math.max(0, background[channel] + change));
        samples[at * 3 + channel] = Math.round(share * layer[at * 4 + channel] + (1 - share) * behind);
      }
    }
  }
  return samples;
}

const hasIcon = (kind: DrawingKind) => kind === 'icon' || kind === 'lockup';
/** Share of the drawing that may be meant to be half transparent: nobody could distinguish that from a paler ink. */
const mostVeiled = 0.01;

/** Whether icons have parts that are half transparent throughout. */
function isVeiled(layer: Buffer, widthPx: number): boolean {
  const isHalf = (at: number) => layer[at + 3] > 12 && layer[at + 3] < 243;
  let [shown, veiled] = [0, 0];
  const reach = 3;
  const line = reach * widthPx * 4;
  for (let at = line; at < layer.length - line; at += 4) {
    if (layer[at + 3] <= 12) continue;
    shown++;
    if ([0, reach * 4, -reach * 4, line, -line].every((step) => isHalf(at + step))) veiled++;
  }
  return veiled > mostVeiled * shown;
}

/** Share of a picture that is drawn on. */
const leastShown = 0.01;
/** Share of the outline that may have the background's colour: what the eye completes. */
const mostUnseen = 0.01;

/** Whether something is drawn, all of it within the frame and its outline of another colour than the background. */
function isVisible(layer: Buffer, widthPx: number, heightPx: number, background: Rgb): boolean {
  const alphaAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx ? 0 : layer[(y * widthPx + x) * 4 + 3];
  let [shown, outline, unseen] = [0, 0, 0];
  const reach = 2;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 4;
      if (layer[at + 3] >= 128) shown++;
      if (layer[at + 3] < 250) continue;
      if (x < 2 || y < 2 || x >= widthPx - 2 || y >= heightPx - 2) return false;
      const isOutline = [
        alphaAt(x - reach, y),
        alphaAt(x + reach, y),
        alphaAt(x, y - reach),
        alphaAt(x, y + reach),
      ].some((alpha) => alpha < 10);
      if (!isOutline) continue;
      outline++;
      const colour: Rgb = [layer[at], layer[at + 1], layer[at + 2]];
      if (farthest(colour, background) < leastContrast / 2) unseen++;
    }
  }
  return shown >= leastShown * widthPx * heightPx && unseen <= mostUnseen * outline;
}
