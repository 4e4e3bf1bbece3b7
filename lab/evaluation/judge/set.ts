/** The photographs of the set, as the lists in `pictures` name them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { inProject } from '../../../src/local/root.ts';

/** Two halves, and later photographs that neither has: for the completer, and for the critic. Each is a list in `pictures`. */
export const halves = ['open', 'closed', 'new', 'sealed'] as const;
export type Half = (typeof halves)[number];

/** What may be hard about a picture, in the order of the table. A picture has one or more. */
export const kinds = [
  'product-white',
  'product-grey',
  'white-on-white',
  'black-on-black',
  'glass',
  'jewellery',
  'street-fashion',
  'group',
  'pet',
  'small',
  'low-light',
  'cut',
  'person',
  'animal',
  'object',
] as const;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const wholeNumber = z.number().int().positive();

const photograph = z.strictObject({
  /** Unique in the whole set; the file's name without its ending, once fetched. */
  name: z.string().regex(/^[a-z0-9-]+$/),
  /** Of the file in the archive, through a Qt resource archive where it is in one. */
  path: z.string(),
  sha256: hash,
  widthPx: wholeNumber,
  heightPx: wholeNumber,
  kinds: z.array(z.enum(kinds)).min(1),
  faces: z.enum(['none', 'shown', 'blurred']),
});

const listedPackage = z.strictObject({
  registry: z.enum(['Debian', 'npm', 'PyPI']),
  package: z.string(),
  version: z.string(),
  /** Of the archive. */
  sha256: hash,
  bytes: wholeNumber,
  licence: z.string(),
  /** Where the licence is stated. */
  stated: z.string(),
  pictures: z.array(photograph).min(1),
});

export type Photograph = z.infer<typeof photograph>;
export type ListedPackage = z.infer<typeof listedPackage>;

/** @throws ZodError when the list is not as described above */
export function packagesOf(half: Half): ListedPackage[] {
  const file = inProject('lab', 'evaluation', 'judge', 'pictures', `${half}.json`);
  return z.array(listedPackage).parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** What the photograph is called in a folder. */
export function fileName({ name, path: inArchive }: Photograph): string {
  return `${name}${path.extname(inArchive).toLowerCase()}`;
}
