/** Which composites are made: the same list from the same folders, on every machine. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Size } from '../../../src/pixels/pipeline/plane/region.ts';
import { generator, seedOf } from '../../../testing/random.ts';
import type { Foreground } from './foregrounds.ts';

/** A foreground before a background: all its variants show the same. */
export interface Scene {
  /** Subject and number, e.g. `fern-2`. */
  readonly name: string;
  /** Of the subject's scenes, from 0. */
  readonly number: number;
  readonly foreground: Foreground;
  /** Path of the background photo. */
  readonly background: string;
  readonly megapixels: number;
  /** Of placement and noise. */
  readonly seed: number;
}

/** How a scene becomes a picture. */
export interface Variant {
  /** Photo noise and JPEG quality 85, or neither. */
  readonly noisy: boolean;
  /** Mixed in linear light as a camera does, or in sRGB values as viewers of PNG files do. */
  readonly linear: boolean;
}

export const allVariants: readonly Variant[] = [
  { noisy: false, linear: false },
  { noisy: true, linear: false },
  { noisy: false, linear: true },
  { noisy: true, linear: true },
];

export interface SceneChoice {
  readonly scenesPerSubject: number;
  /** Sizes of composites, used in turn. */
  readonly megapixels: readonly number[];
}

/** Every variant of four scenes a subject; quick: two variants of one small scene. */
export const fullChoice: SceneChoice = { scenesPerSubject: 4, megapixels: [1, 2, 4, 12] };
export const quickChoice: SceneChoice = { scenesPerSubject: 1, megapixels: [1] };
export const quickVariants = allVariants.filter(({ linear }) => !linear);

/**
 * The scenes of all subjects, subject after subject. A subject's scenes depend on its own renders and the backgrounds
 * alone: leaving other subjects out changes nothing.
 * @param backgrounds paths in a fixed order
 */
export function scenesOf(
  foregrounds: readonly Foreground[],
  backgrounds: readonly string[],
  { scenesPerSubject, megapixels }: SceneChoice,
): Scene[] {
  const subjects = [...new Set(foregrounds.map(({ subject }) => subject))];
  return subjects.flatMap((subject) => {
    const renders = foregrounds.filter((foreground) => foreground.subject === subject);
    const next = generator(seedOf(subject));
    const photos = shuffled(backgrounds, next);
    const firstSize = Math.floor(next() * megapixels.length);
    return Array.from({ length: scenesPerSubject }, (_, scene) => ({
      name: `${subject}-${scene + 1}`,
      number: scene,
      foreground: renders[scene % renders.length],
      background: photos[scene % photos.length],
      megapixels: megapixels[(firstSize + scene) % megapixels.length],
      seed: seedOf(`${subject} ${scene}`),
    }));
  });
}

/** At most `most` of a list, evenly spread over it. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  const count = Math.min(most, items.length);
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)]);
}

const shapes = [4 / 3, 3 / 2, 1];

/** The frame of a scene: as upright as what it shows, of a shape that cameras have. */
export function frameOf(megapixels: number, shown: Size, next: () => number): Size {
  const shape = shapes[Math.floor(next() * shapes.length)];
  const aspect = shown.widthPx >= shown.heightPx ? shape : 1 / shape;
  const widthPx = Math.round(Math.sqrt(megapixels * 1e6 * aspect));
  return { widthPx, heightPx: Math.round(widthPx / aspect) };
}

/**
 * The photos of a folder in the order of their names.
 * @throws Error where there is none
 */
export function backgroundsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /\.(jpe?g|png|webp)$/i.test(name));
  if (names.length === 0) throw new Error(`There is no JPEG, PNG or WebP file in ${folder}`);
  return names.sort().map((name) => path.join(folder, name));
}

function shuffled<Item>(items: readonly Item[], next: () => number): Item[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(next() * left.length), 1)[0]);
}
