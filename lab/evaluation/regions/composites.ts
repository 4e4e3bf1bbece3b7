/** Pictures of two subjects, made of cutouts with exact alpha before a photo: what of each is seen is known. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Region } from '../../../src/pixels/pipeline/plane/region.ts';

const widthPx = 1200;
const heightPx = 900;
/** Least share of either box that is in the other one, where boxes overlap. */
const leastOverlap = 0.2;
/** Alpha from which on a pixel counts for a box. */
const seenFrom = 13;
/** Least share of a subject that is more opaque than not. */
const leastSolid = 0.8;
/** Room that a person leaves around a subject who draws its box, as a share of the box. */
const drawnMargin = 0.02;

/** Which subjects are used: rules are chosen on one half, reported figures are counted on the other. */
export type Half = 'tuning' | 'counted';

export interface Composite {
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly file: Buffer;
  /** The requested region, in pixels. */
  readonly box: Region;
  /** How much of each pixel is of the subject that is asked for, and of the other one, 0 to 255. */
  readonly asked: Uint8Array;
  readonly other: Uint8Array;
  readonly overlaps: boolean;
}

interface Cutout {
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Buffer;
}

/** A cutout in its place. */
interface Placed extends Cutout {
  readonly left: number;
  readonly top: number;
}

/**
 * Files of one half, but for glass.
 * @param folders of RGBA pictures; those of shadows and mirrors are left out
 */
export async function subjectsOf(folders: readonly string[], half: Half): Promise<string[]> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((name) => path.join(folder, name)),
  );
  const subjects = files.filter((file) => /\.(png|webp)$/.test(file) && !/\.(shadow|mirror)\./.test(file));
  const ofHalf = subjects.filter((_, index) => (index % 2 === 0) === (half === 'counted'));
  const isSolid = await Promise.all(ofHalf.map(async (file) => (await solidShare(file)) >= leastSolid));
  return ofHalf.filter((_, index) => isSolid[index]);
}

/** Share of a subject's visible pixels that are more than half opaque. Glass has none, so its overlaps cannot be measured. */
async function solidShare(file: string): Promise<number> {
  const alpha = await sharp(file).ensureAlpha().extractChannel(3).raw().toBuffer();
  let [seen, solid] = [0, 0];
  for (const value of alpha) {
    if (value >= seenFrom) seen++;
    if (value >= 128) solid++;
  }
  return solid / Math.max(1, seen);
}

/** The composite of that number: every second one has boxes that overlap, and of those every second one asks for what is behind. */
export async function composite(
  number: number,
  subjects: readonly string[],
  backgrounds: readonly string[],
): Promise<Composite> {
  const overlaps = number % 2 === 1;
  const [back, front] = await pairOf(number, overlaps, subjects);
  const layers = [back, front].map(planeOf);
  const visible = [layers[0].map((alpha, at) => Math.round((alpha * (255 - layers[1][at])) / 255)), layers[1]];
  const asksForFront = number % 4 < 2;
  const [asked, other] = asksForFront ? [visible[1], visible[0]] : visible;
  const file = await sharp(backgrounds[number % backgrounds.length])
    .resize(widthPx, heightPx, { fit: 'cover' })
    .removeAlpha()
    .composite([back, front].map(({ rgba, left, top, ...size }) => ({ input: rgba, raw: rawOf(size), left, top })))
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const names = (asksForFront ? [front, back] : [back, front]).map(({ name }) => name);
  return {
    name: `${String(number).padStart(2, '0')} ${names.join(' beside ')}`,
    ...{ widthPx, heightPx, file, asked, other, overlaps },
    box: drawn(boxOf(asked)),
  };
}

/** Two subjects in their places: the first pair from its own on that can overlap, where it has to. */
async function pairOf(number: number, overlaps: boolean, subjects: readonly string[]): Promise<[Placed, Placed]> {
  const step = 1 + 2 * Math.floor((2 * number) / subjects.length);
  const sides = overlaps ? [0.62, 0.5] : [0.5, 0.44];
  for (let further = 0; further < subjects.length - 1; further++) {
    const pair = [2 * number, 2 * number + step + further].map((at) => subjects[at % subjects.length]);
    const [one, two] = await Promise.all(pair.map((file, at) => cutoutOf(file, sides[(at + number) % 2])));
    const placed = overlaps ? overlapping(one, two) : apart(one, two);
    if (placed) return placed;
  }
  throw new Error(`Nothing can overlap ${subjects[(2 * number) % subjects.length]}`);
}

/** A subject without the room around it, its longer side so long. @param share of the picture's width */
async function cutoutOf(file: string, share: number): Promise<Cutout> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const alpha = Uint8Array.from({ length: info.width * info.height }, (_, at) => data[at * 4 + 3]);
  const { leftPx: left, topPx: top, widthPx: width, heightPx: height } = boxOf(alpha, info.width);
  const scaled = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .extract({ left, top, width, height })
    .resize(Math.round(share * widthPx), Math.round(0.8 * heightPx), { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: across, height: down } = scaled.info;
  return { name: path.parse(file).name, widthPx: across, heightPx: down, rgba: scaled.data };
}

function rawOf({ widthPx: width, heightPx: height }: Pick<Cutout, 'widthPx' | 'heightPx'>) {
  return { width, height, channels: 4 as const };
}

/** Beside each other, with room between. */
function apart(one: Cutout, two: Cutout): [Placed, Placed] {
  const room = widthPx - one.widthPx - two.widthPx;
  const top = ({ heightPx: height }: Cutout, share: number) => Math.round((heightPx - height) * share);
  const left = Math.max(0, Math.round(room / 3));
  return [
    { ...one, left, top: top(one, 0.7) },
    { ...two, left: Math.min(widthPx - two.widthPx, left * 2 + one.widthPx), top: top(two, 0.85) },
  ];
}

/** The second one before the first, as far away as boxes of what is seen may be that overlap by the least. Null where they are too unlike. */
function overlapping(one: Cutout, two: Cutout): [Placed, Placed] | null {
  const back = { ...one, left: Math.round(widthPx * 0.08), top: Math.round((heightPx - one.heightPx) / 2) };
  const top = Math.min(heightPx - two.heightPx, back.top + Math.round(0.15 * one.heightPx));
  const behind = planeOf(back);
  for (let left = Math.min(widthPx - two.widthPx, back.left + one.widthPx); left >= 0; left -= 6) {
    const front = { ...two, left, top };
    const before = planeOf(front);
    const seen = behind.map((alpha, at) => Math.round((alpha * (255 - before[at])) / 255));
    if (overlapOf(boxOf(seen), boxOf(before)) >= leastOverlap) return [back, front];
  }
  return null;
}

/** Share of the larger of two boxes that is in the other one. */
function overlapOf(one: Region, two: Region): number {
  const along = (from: number, size: number, other: number, otherSize: number) =>
    Math.max(0, Math.min(from + size, other + otherSize) - Math.max(from, other));
  const across = along(one.leftPx, one.widthPx, two.leftPx, two.widthPx);
  const down = along(one.topPx, one.heightPx, two.topPx, two.heightPx);
  return (across * down) / Math.max(one.widthPx * one.heightPx, two.widthPx * two.heightPx);
}

/** Alpha of a cutout at the size of the picture. */
function planeOf({ rgba, left, top, ...cutout }: Placed): Uint8Array {
  const plane = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < cutout.heightPx; y++) {
    for (let x = 0; x < cutout.widthPx; x++) {
      plane[(top + y) * widthPx + left + x] = rgba[(y * cutout.widthPx + x) * 4 + 3];
    }
  }
  return plane;
}

function boxOf(alpha: Uint8Array, across: number = widthPx): Region {
  let [left, top, right, bottom] = [across, alpha.length / across, 0, 0];
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at] < seenFrom) continue;
    const [x, y] = [at % across, Math.floor(at / across)];
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + 1);
    bottom = Math.max(bottom, y + 1);
  }
  return { leftPx: left, topPx: top, widthPx: right - left, heightPx: bottom - top };
}

function drawn({ leftPx, topPx, ...size }: Region): Region {
  const [across, down] = [Math.round(size.widthPx * drawnMargin), Math.round(size.heightPx * drawnMargin)];
  const [left, top] = [Math.max(0, leftPx - across), Math.max(0, topPx - down)];
  return {
    leftPx: left,
    topPx: top,
    widthPx: Math.min(widthPx, leftPx + size.widthPx + across) - left,
    heightPx: Math.min(heightPx, topPx + size.heightPx + down) - top,
  };
}
