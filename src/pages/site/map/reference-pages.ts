/** The pages of the reference, in the order of the list beside them: one for each group of operations, and one for each kind of thing that they share. */

export interface ReferencePage {
  /** Last part of its path. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Of the operations that it shows, in the OpenAPI document; null for a page of another kind. */
  readonly tag: string | null;
}

export const referencePages = [
  {
    name: 'cutouts',
    title: 'Cutouts',
    tag: 'Cutouts',
    description: 'Calls that give back a photo without its background: each field, answer and error, with samples.',
  },
  {
    name: 'mattes',
    title: 'Mattes',
    tag: 'Mattes',
    description: 'Calls that give back the alpha matte of a photo: each field, answer and error, with samples.',
  },
  {
    name: 'cars',
    title: 'Cars',
    tag: 'Cars',
    description:
      'Calls for photos of vehicles, as one picture or as layers: each field, answer and error, with samples.',
  },
  {
    name: 'account',
    title: 'Account',
    tag: 'Account',
    description: 'The call that says how many credits are left on a key and when they expire, with samples.',
  },
  {
    name: 'removebg',
    title: 'remove.bg compatibility',
    tag: 'remove.bg compatibility',
    description: 'The calls that clients of remove.bg make, with each field, answer and error, and samples.',
  },
  {
    name: 'headers',
    title: 'Headers',
    tag: null,
    description: 'Every header that a request may carry and that an answer may have, and which operations send it.',
  },
  {
    name: 'errors',
    title: 'Error codes',
    tag: null,
    description: 'Every error code with its status, what it means, an example, and which operations answer it.',
  },
] as const satisfies readonly ReferencePage[];

/** Path of a page of the reference. */
export function referencePath(name: string): `/docs/reference/${string}` {
  return `/docs/reference/${name}`;
}

/** Name of the file that the build makes of a page, without its ending. */
export function referenceFile(name: string): string {
  return name === '' ? 'reference' : `reference-${name}`;
}

/** Where an error code is explained. @param code a value of `X-Error-Code`, or the same in small letters */
export function errorPlace(code: string): string {
  return `${referencePath('errors')}#${code.toLowerCase()}`;
}
