/** What is measured: operations, their options and pictures. */
import type { OperationName } from '../../../src/contract/operations.ts';
import { type Form, type Subject, smallest } from './photos.ts';

/** The parts of the page; each can be measured alone. */
export const parts = [
  'cutouts',
  'callers',
  'products',
  'tier',
  'edges',
  'formats',
  'cars',
  'image-type',
  'points',
  'usage',
] as const;
export type Part = (typeof parts)[number];
/** Those that are measured as calls of the service. */
export type CalledPart = Exclude<Part, (typeof measuredApart)[number]>;
/** Those with measurements of their own. */
const measuredApart = ['callers', 'products', 'tier', 'edges', 'formats', 'points', 'usage'] as const;

/** Whether a part calls operations of one service; the others have measurements of their own. */
export function isCalled(part: Part): part is CalledPart {
  return !(measuredApart as readonly Part[]).includes(part);
}

/** Whether a word of the command line names a part. */
export function isPart(text: string): text is Part {
  return (parts as readonly string[]).includes(text);
}

export interface Case {
  /** Its row in the table. */
  readonly name: string;
  readonly operation: OperationName;
  readonly options: Readonly<Record<string, string | boolean>>;
  readonly subject: Subject;
  readonly megapixels: number;
  readonly form: Form;
}

/** Of cutouts by the defaults, whose cost is reckoned too. */
export const byDefault = 'coffee, refiner on';

const sizes = [1, 4, 12] as const;

/** The cases of a part. */
export function casesOf(part: CalledPart): readonly Case[] {
  return casesOfPart[part];
}

const casesOfPart: Readonly<Record<CalledPart, readonly Case[]>> = {
  cutouts: [
    ...[smallest, 1, 4, 12, 24].map((megapixels) => unrefined('coffee', megapixels)),
    unrefined('rich', 12),
    ...(['turned JPEG', 'progressive JPEG', 'PNG', 'WebP'] as const).map((form) => unrefined('coffee', 12, form)),
    ...sizes.map((megapixels) => cutout(byDefault, megapixels, {})),
  ],
  cars: sizes.flatMap((megapixels) => [
    car(megapixels, 'car-image-without-background'),
    car(megapixels, 'car-image-without-background-base64'),
    car(megapixels, 'car-layers-base64'),
  ]),
  'image-type': sizes.flatMap((megapixels) => [
    cutout('without', megapixels, { include_image_type: false }),
    cutout('with', megapixels, { include_image_type: true }),
  ]),
};

/** Without the refiner, whose tiles depend on the picture more than on its size. */
function unrefined(subject: Subject, megapixels: number, form: Form = 'JPEG'): Case {
  const name = form === 'JPEG' ? subject : `${subject}, ${form}`;
  return { ...cutout(name, megapixels, { refine: 'off' }), subject, form };
}

function cutout(name: string, megapixels: number, options: Case['options']): Case {
  return { name, operation: 'image-without-background', options, subject: 'coffee', megapixels, form: 'JPEG' };
}

function car(megapixels: number, operation: OperationName): Case {
  return { name: `\`${operation}\``, operation, options: {}, subject: 'car', megapixels, form: 'JPEG' };
}
