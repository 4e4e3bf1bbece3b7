/** What answers show, and whether they show what they should. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';

/** A picture as a text that is another for another picture: its kind, its size, and its pixels. */
export async function shownIn(file: Buffer): Promise<string> {
  if (file.subarray(0, 2).toString() === 'PK') return `zip ${digest(file)}`;
  const { format } = await sharp(file).metadata();
  const { data, info } = await sharp(file, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
  return `${format} ${info.width}x${info.height}x${info.channels} ${digest(data)}`;
}

/**
 * All values show the same. They are sent one after the other, for a lane has few places.
 * @param show what is shown with a value
 * @returns what they show
 */
export async function expectAlike<Value>(
  [first, ...others]: readonly Value[],
  show: (value: Value) => Promise<string>,
): Promise<string> {
  const way = await show(first);
  for (const value of others) expect(await show(value), `${named(value)} shows what ${named(first)} shows`).toBe(way);
  return way;
}

/** Values of one group show the same, values of two groups do not. @param groups at least two */
export async function expectEffect<Value>(
  groups: readonly (readonly Value[])[],
  show: (value: Value) => Promise<string>,
): Promise<void> {
  expect(groups.length, 'ways in which it can show').toBeGreaterThan(1);
  const ways = new Map<string, string>();
  for (const group of groups) {
    const way = await expectAlike(group, show);
    const first = named(group[0]);
    expect(ways.get(way) ?? first, `the first value to show what ${first} shows`).toBe(first);
    ways.set(way, first);
  }
}

function named(value: unknown): string {
  return value === undefined ? 'its absence' : String(value);
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
