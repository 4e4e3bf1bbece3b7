/** Pictures of cars of which the truth is known: composed renders, and photos that a person labelled. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** Row-major values, 0 to 1. */
export interface ValueMap {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly values: Float32Array;
}

export interface KnownCar {
  readonly name: string;
  /** The group of the results that it counts in: `alone` or `in traffic` for renders, `photos`. */
  readonly group: string;
  readonly file: Buffer;
  /** The outline of what can be seen of the car, glass counted as solid. */
  readonly silhouette: ValueMap;
  readonly glass: ValueMap;
  /** 1 outside glass; null where only a render could know it. */
  readonly opacity: ValueMap | null;
  /** 1 where nobody can say what is glass. */
  readonly undecided: ValueMap | null;
  /** Degrees; null where nobody labelled it. */
  readonly azimuth: number | null;
  readonly elevation: number | null;
}

interface SceneRecord {
  readonly name: string;
  readonly in_traffic: boolean;
  readonly azimuth: number;
  readonly elevation: number;
}

/** Renders that `python -m cars.scenes` composed. */
export async function* scenes(folder: string): AsyncGenerator<KnownCar> {
  for (const line of readFileSync(path.join(folder, 'scenes.jsonl'), 'utf8').trim().split('\n')) {
    const record = JSON.parse(line) as SceneRecord;
    const [silhouette, glass, opacity] = await channels(readFileSync(path.join(folder, `${record.name}.truth.png`)), 3);
    yield {
      name: record.name,
      group: record.in_traffic ? 'in traffic' : 'alone',
      file: readFileSync(path.join(folder, `${record.name}.jpg`)),
      silhouette,
      glass,
      opacity,
      undecided: null,
      azimuth: record.azimuth,
      elevation: record.elevation,
    };
  }
}

type Polygon = readonly (readonly [number, number])[];

interface Label {
  readonly photo: string;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly car: { readonly outlines: readonly Polygon[]; readonly holes: readonly Polygon[] };
  readonly glass: readonly Polygon[];
  readonly glass_uncertain: readonly Polygon[];
  readonly azimuth: number | null;
}

/**
 * Photos that a person labelled.
 * @throws Error where a photo is another one than was labelled
 */
export async function* labelledPhotos(photos: string, labels: string): AsyncGenerator<KnownCar> {
  for (const name of readdirSync(labels).filter((file) => file.endsWith('.json'))) {
    const label = JSON.parse(readFileSync(path.join(labels, name), 'utf8')) as Label;
    const photo = path.join(photos, label.photo);
    if (!existsSync(photo)) throw new Error(`There is no ${label.photo} in ${photos}: its page is named in ${name}`);
    const file = readFileSync(photo);
    if (createHash('sha256').update(file).digest('hex') !== label.sha256) {
      throw new Error(`${label.photo} is not the file that was labelled`);
    }
    const draw = (white: readonly Polygon[], black: readonly Polygon[] = []) => drawn(label, white, black);
    yield {
      name: path.parse(label.photo).name,
      group: 'photos',
      file,
      silhouette: await draw(label.car.outlines, label.car.holes),
      glass: await draw(label.glass),
      opacity: null,
      undecided: await draw(label.glass_uncertain),
      azimuth: label.azimuth,
      elevation: null,
    };
  }
}

async function drawn(
  { width, height }: Label,
  white: readonly Polygon[],
  black: readonly Polygon[],
): Promise<ValueMap> {
  const shape = (fill: string) => (polygon: Polygon) =>
    `<polygon fill="${fill}" points="${polygon.map((point) => point.join(',')).join(' ')}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="black"/>${white.map(shape('white')).join('')}${black.map(shape('black')).join('')}</svg>`;
  const [map] = await channels(Buffer.from(svg), 1);
  return map;
}

/** The first channels of a picture. */
export async function channels(picture: Buffer, count: number): Promise<ValueMap[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: count }, (_, channel) => ({
    widthPx: info.width,
    heightPx: info.height,
    values: Float32Array.from(
      { length: info.width * info.height },
      (_, pixel) => data[pixel * info.channels + channel] / 255,
    ),
  }));
}
