/**
 * The pages of the guide, in the order of the list beside them: parts of `docs/guide.md`, and the files of `docs/guides`, one
 * for each way to work.
 */
import { keptOfPhotos } from '../../../contract/kept-of-photos.ts';

export interface GuidePage {
  /** Last part of the path; empty for the first page. A file of `docs/guides` is called so too. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Headings of the second level of `docs/guide.md`; each is on one page. Null for a file of `docs/guides`. */
  readonly headings: readonly string[] | null;
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
    headings: ['Formats and limits', 'Sizes', 'Colour, orientation, frames', 'What no network here can do'],
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
    name: 'privacy',
    title: 'What becomes of photos',
    description: keptOfPhotos,
    headings: ['Privacy'],
  },
  {
    name: 'when-a-picture-fails',
    title: 'When a picture fails',
    description: 'Point at what is missing or too much: which pictures to look at, how points are sent, what it costs.',
    headings: null,
  },
  {
    name: 'shop-pictures',
    title: 'Shop pictures',
    description: 'Cropped, centred, on white or transparent, as WebP or JPEG, at the size that a shop wants.',
    headings: null,
  },
  {
    name: 'batch',
    title: 'Batch work',
    description: 'Folders of photos from the command line or from code: rate, credits, retries, and going on later.',
    headings: null,
  },
  {
    name: 'mobile',
    title: 'From a mobile app',
    description: 'A server of yours between app and API: the key stays there, and a small picture can be enough.',
    headings: null,
  },
  {
    name: 'no-code',
    title: 'From no-code tools',
    description: 'Zapier, Make and n8n: which fields of their HTTP steps to fill in, by address or with a file.',
    headings: null,
  },
  {
    name: 'from-removebg',
    title: 'Coming from remove.bg',
    description: 'The calls of remove.bg at another address: which field is the same, near, or not taken.',
    headings: null,
  },
  {
    name: 'from-withoutbg',
    title: 'Coming from withoutBG',
    description: 'Its Python package and its requests work at this address: what is equal, and what is more.',
    headings: null,
  },
  {
    name: 'from-rembg',
    title: 'Coming from rembg',
    description: 'Calls of rembg’s HTTP server as calls of this one: what becomes of each field.',
    headings: null,
  },
];

/** Path of a page of the guide. */
export function guidePath(name: string): `/docs/guide${string}` {
  return name === '' ? '/docs/guide' : `/docs/guide/${name}`;
}
