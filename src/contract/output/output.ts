/** What an answer's picture is to be other than the contract says, as a value. */
import { asJson } from '../operation.ts';
import type { Colour } from './colour.ts';
import type { Margin } from './margin.ts';
import type { Position } from './placement.ts';
import type { Shadow } from './shadow.ts';

export const outputFormats = ['png', 'webp', 'jpeg', 'zip'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** What part of the picture's plane is shown, and how large. */
export interface Geometry {
  /** Whether all around the subject goes. */
  readonly crop: boolean;
  /** Around what a crop keeps; none without one. */
  readonly margin: Margin;
  /** Whether a side on which the photo cuts the subject is on the canvas' edge. */
  readonly flush: boolean;
  readonly position: Position;
  /** Width / height of the canvas; null: as it comes. */
  readonly aspect: number | null;
  /** Share of the canvas that the subject takes, 0.1 to 1; null: as it comes. */
  readonly scale: number | null;
  /** Longest side at most; null: whatever it is. */
  readonly maxSizePx: number | null;
  /** Pixels at most, where that was asked for. */
  readonly mostPixels?: number;
}

/** A colour, or a picture that comes beside the photo. */
export type LaidUnder = Colour | 'picture';

export interface PictureOutput extends Geometry {
  readonly format: OutputFormat;
  /** 1 to 100, where the format loses something. */
  readonly quality: number;
  /** Under all of it; a colour is opaque for JPEG. Null leaves it transparent. */
  readonly background: LaidUnder | null;
  /** Under the subject, over the background. */
  readonly shadow: Shadow | null;
  /** Whether the picture is scaled down to `mostPixels` before anything else is done. */
  readonly isPreview?: boolean;
  /** Whether the answer reports the subject's box. */
  readonly tellsSubject?: boolean;
}

/** Of a task that can be asked for one. */
export interface WithOutput {
  /** Absent where the answer is the contract's own. */
  readonly output?: PictureOutput;
}

/** The output of a task, as it is sent to the image lane. */
export const outputOption = asJson<PictureOutput>();

const mediaTypes: Readonly<Record<OutputFormat, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  zip: 'application/zip',
};

/** Media types of answers with an output, and the one of a task. */
export const outputTypes = {
  all: Object.values(mediaTypes),
  of: ({ output }: WithOutput): string => mediaTypes[output?.format ?? 'png'],
};
