/** Command-line arguments of commands that work on a folder of photos. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Options that every such command takes, as `parseArgs` wants them. */
export const commonOptions = {
  help: { type: 'boolean', short: 'h' },
  photos: { type: 'string' },
  out: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
} as const;

export const commonHelp = `  --photos DIR     folder of JPEG, PNG and WebP files
  --out DIR        folder for what is written; made when missing
  --url URL        a running service, with --key KEY; without it the command starts one of its own`;

/** @throws Error when the option was left out */
export function required(name: string, value: string | undefined): string {
  if (value === undefined) throw new Error(`Expected --${name}`);
  return value;
}

/** @throws Error when the value is none of the choices */
export function choice<Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((each) => each === value);
  if (found === undefined) throw new Error(`Expected ${choices.join(', ')} for --${name} but received ${value}`);
  return found;
}

/** @throws Error when the value is no whole number above 0 */
export function count(name: string, value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error(`Expected a whole number for --${name} but received ${value}`);
  return Number(value);
}

/**
 * Paths of the photos of a folder, in the order of their names.
 * @throws Error when there is none, or when two differ by their ending alone: results are named without it
 */
export function photosIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /\.(jpe?g|png|webp)$/i.test(name));
  if (names.length === 0) throw new Error(`There is no JPEG, PNG or WebP file in ${folder}`);
  const stems = names.map((name) => path.parse(name).name);
  const double = stems.find((stem, index) => stems.indexOf(stem) !== index);
  if (double !== undefined) throw new Error(`Two photos in ${folder} are called ${double}. Rename one`);
  return names.sort().map((name) => path.join(folder, name));
}
