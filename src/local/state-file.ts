/** Files of the state folder: written whole or not at all, and what is damaged is named with the way out. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type * as z from 'zod';

/** Puts a whole file in the place of the one before, readable by its owner alone. */
export function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Reads a file of JSON; null where there is none.
 * @param wayOut what to do about a damaged one: the end of a sentence
 * @throws Error in one line where it is no JSON or not of this shape
 */
export function readState<Shape>(file: string, shape: z.ZodType<Shape>, wayOut: string): Shape | null {
  if (!existsSync(file)) return null;
  const read = shape.safeParse(parsed(readFileSync(file, 'utf8')));
  if (!read.success) throw new Error(`${file} is damaged; ${wayOut}`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
