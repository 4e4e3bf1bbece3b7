/** What is measured: operations, their options and pictures. */
import type { OperationName } from '../../src/contract/operations.ts';
import { type Megapixels, type Subject, sizes } from './photos.ts';

/** The parts of the page; each can be measured alone. */
export const parts = [
  'cutouts',
  'products',
  'tier',
  'edges',
  'formats',
  'upright',
  'cars',
  'image-type',
  'usage',
] as const;
export type Part = (typeof parts)[number];
/** Those that are measured as calls of the service. */
export type CalledPart = Exclude<Part, (typeof measuredApart)[number]>;
/** Those with measurements of their own. */
const measuredApart = ['products', 'tier', 'edges', 'formats', 'upright', 'usage'] as const;

/** Whether a part calls operations of one service; the others have measurements of their own. */
export function isCalled(part: Part): part is CalledPart {
  return !(measuredApart as readonly Part[]).includes(part);
}

/** Whether a word of the command line names a part. */
export function isPart(text: string): text is Part {
  return (parts as readonly string[]).includes(text);
}

export interface Case {
  readonly operation: OperationName;
  readonly options: Readonly<Record<string, boolean>>;
  readonly subject: Subject;
  readonly size: Megapixels;
}

/** The cases of a part, grouped by size. */
export function casesOf(part: CalledPart): readonly Case[] {
  return sizes.flatMap((size) => casesOfSize[part](size));
}

const casesOfSize: Readonly<Record<CalledPart, (size: Megapixels) => readonly Case[]>> = {
  cutouts: (size) => [cutout(size, {})],
  cars: (size) => [
    car(size, 'car-image-without-background'),
    car(size, 'car-image-without-background-base64'),
    car(size, 'car-layers-base64'),
  ],
  'image-type': (size) => [cutout(size, { include_image_type: false }), cutout(size, { include_image_type: true })],
};

function cutout(size: Megapixels, options: Case['options']): Case {
  return { operation: 'image-without-background', options, subject: 'coffee', size };
}

function car(size: Megapixels, operation: OperationName): Case {
  return { operation, options: {}, subject: 'car', size };
}
