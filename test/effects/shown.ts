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
  for (const value of others) expect(await show(value), `${value} shows what ${first} shows`).toBe(way);
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
    expect(ways.get(way), `the value that shows what ${group[0]} shows`).toBeUndefined();
    ways.set(way, String(group[0]));
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
