/** The pages of the guide: which headings of `docs/guide.md` each has, in the order of the list beside them. */

export interface GuidePage {
  /** Last part of the path; empty for the first page. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Headings of the second level; each stands on one page. */
  readonly headings: readonly string[];
}

export const guidePages: readonly GuidePage[] = [
  {
    name: '',
    title: 'Quick start',
    description: 'From nothing to a photo without its background: get a key, send a photo, look at the cutout.',
    headings: ['Quick start', 'Authentication'],
  },
  {
    name: 'operations',
    title: 'Operations and options',
    description: 'What each operation takes and answers, with samples in curl, TypeScript and Python.',
    headings: ['Operations', 'Options', 'Answers'],
  },
  {
    name: 'cars',
    title: 'Cars',
    description:
      'Car cutouts with see-through windows and a soft shadow, as one picture or as layers with view angles.',
    headings: ['Cars'],
  },
  {
    name: 'formats',
    title: 'Formats and limits',
    description: 'Formats, sizes, colour and the limits on files: what is taken, and what is answered beyond it.',
    headings: ['Formats and limits', 'Sizes', 'Colour, orientation, frames'],
  },
  {
    name: 'errors',
    title: 'Errors',
    description: 'Every error with its code and what to do, which to try again, and how not to pay twice.',
    headings: ['Errors', 'Trying again', 'Idempotency-Key'],
  },
  {
    name: 'credits',
    title: 'Credits and rate',
    description: 'What a call costs, when a credit comes back, and how many calls a minute a key may make.',
    headings: ['Credits', 'Rate limit'],
  },
  {
    name: 'transport',
    title: 'Timeouts and transport',
    description: 'Timeouts, lengths and encodings: what a client should send and wait for.',
    headings: ['Timeouts and transport'],
  },
  {
    name: 'from-removebg',
    title: 'Coming from remove.bg',
    description: 'The calls of remove.bg at another address: which field is the same, near, or not taken.',
    headings: ['Coming from remove.bg'],
  },
  {
    name: 'privacy',
    title: 'What becomes of photos',
    description: 'Photos are processed and forgotten: what is kept of a call, and for how long.',
    headings: ['Privacy'],
  },
];

/** Path of a page of the guide. */
export function guidePath(name: string): string {
  return name === '' ? '/docs/guide' : `/docs/guide/${name}`;
}
