/** The text file of marks: where a person would click who sees a photo and its answer, a line for each photo. */
import { createHash } from 'node:crypto';
import { type Quality, qualities } from '../judge/verdicts.ts';

/** A place to click. */
export interface Mark {
  readonly kind: 'keep' | 'drop';
  /** Percent of the picture's width and height. */
  readonly x: number;
  readonly y: number;
}

/** A photo whose answer somebody has looked at. */
export interface Marked {
  /** The photo's name without its ending. */
  readonly photo: string;
  /** The answer as it comes, without a click. */
  readonly quality: Quality;
  /** The most important one first; none where the answer can be sold, or where nobody would know where to click. */
  readonly marks: readonly Mark[];
  readonly reason: string;
}

/** Most clicks that a person is asked for. */
export const mostMarks = 3;

const line = /^([a-z0-9-]+)\s+(\w+)\s*([^|]*)\|\s*(.*)$/;
const mark = /^(keep|drop)\s+(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)$/;

/**
 * Reads lines such as `avatar-guitar2 not keep 45 60; drop 12 88 | the body is lost`. A name alone is a photo that nobody has
 * marked yet; `#` begins a remark.
 *
 * @returns the photos in the order of the file; null for one without marks
 * @throws Error that names the line that cannot be read, has a place outside the picture, more than `mostMarks`, or a photo again
 */
export function parseMarks(text: string): Map<string, Marked | null> {
  const photos = new Map<string, Marked | null>();
  for (const [index, whole] of text.split('\n').entries()) {
    const words = whole.trim();
    if (words === '' || words.startsWith('#')) continue;
    const marked = /^[a-z0-9-]+$/.test(words) ? null : parseLine(words);
    if (marked === undefined) throw new Error(`Line ${index + 1} of the marks cannot be read: ${words}`);
    const photo = marked?.photo ?? words;
    if (photos.has(photo)) throw new Error(`Line ${index + 1} of the marks: ${photo} was there before`);
    photos.set(photo, marked);
  }
  return photos;
}

/**
 * The photos in an order that a seed draws, so that the first ones are a sample of all, however many there is time for.
 */
export function drawn(photos: Iterable<string>, seed: string): string[] {
  const place = (photo: string) => createHash('sha256').update(`${seed} ${photo}`).digest('hex');
  return [...photos]
    .map((photo) => ({ photo, place: place(photo) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ photo }) => photo);
}

/** Marks as `keep_points` and `drop_points` of a call. */
export function pointsOf(marks: readonly Mark[]): { readonly keep: string; readonly drop: string } {
  const of = (kind: Mark['kind']) =>
    marks
      .filter((each) => each.kind === kind)
      .map(({ x, y }) => `${x}% ${y}%`)
      .join('; ');
  return { keep: of('keep'), drop: of('drop') };
}

function parseLine(text: string): Marked | undefined {
  const [whole, photo, word, places, reason] = line.exec(text) ?? [];
  const quality = qualities.find((each) => each === word);
  if (whole === undefined || quality === undefined) return undefined;
  const marks = places.trim() === '' ? [] : places.split(';').map((place) => parseMark(place.trim()));
  if (marks.length > mostMarks || marks.some((each) => each === null)) return undefined;
  return { photo, quality, marks: marks.filter((each) => each !== null), reason };
}

function parseMark(text: string): Mark | null {
  const [whole, kind, x, y] = mark.exec(text) ?? [];
  if (whole === undefined || Number(x) > 100 || Number(y) > 100) return null;
  return { kind: kind === 'keep' ? 'keep' : 'drop', x: Number(x), y: Number(y) };
}
