/**
 * Answers of 200. A member or a header is declared with the schema that the reference shows and with the way in which it
 * is made of a finished picture, so that the two cannot differ.
 */
import type { HeaderName } from './headers.ts';
import type { Schema } from './options.ts';

/** What became of a picture. Streams are made as they are read. */
export interface Outcome {
  /** The picture as a file: a PNG, where no other format was asked for. */
  readonly encoded: ReadableStream<Uint8Array>;
  /** A second picture, to be read after the first. */
  readonly shadowPng: ReadableStream<Uint8Array> | null;
  /** False where nothing stood out. */
  readonly subjectFound: boolean;
  /** Whether the subject was treated as a vehicle, asked for or found. */
  readonly isVehicle: boolean;
  /** Whether a graphic was cut by colour, without the matte network. */
  readonly isCutByColour: boolean;
  /** False where a soft edge was to be refined and a part of it was left out. */
  readonly refined: boolean;
  /** Uncertainty of the matte: 0 to 1 with three decimals. */
  readonly uncertainty: number;
  /** Where to look first, in pixels of the upright input; null where no person has to look, or it is not known. */
  readonly lookFirst: Box | null;
  /** What made it, as `X-Model` says it; empty where an image lane of an older version does not say. */
  readonly model: string;
  /** Null where it was not asked for, or is not known. */
  readonly imageType: { readonly photo: number; readonly graphic: number } | null;
  /** Degrees. */
  readonly view: { readonly azimuth: number; readonly elevation: number } | null;
  /** Upright sides. */
  readonly inputPx: readonly [width: number, height: number];
  /** Sides after the prep downscale. */
  readonly processedPx: readonly [width: number, height: number];
  readonly wasDownscaled: boolean;
  /** Where something of it was asked for: the answer's sides, and the box of the upright input that it shows. */
  readonly output: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly boxLeftPx: number;
    readonly boxTopPx: number;
    readonly boxWidthPx: number;
    readonly boxHeightPx: number;
  } | null;
  /** The subject's box in the upright input, if it was asked for and there is a subject. */
  readonly subject: Box | null;
}

/** A part of a picture, in its pixels. */
interface Box {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A member of a JSON answer that is made of `Source`. */
export interface Member<Source, Task = unknown> {
  readonly schema: Schema;
  /** Name of the schema in the reference, where it has one of its own. */
  readonly component?: string;
  /** Whether it may be absent. */
  readonly optional?: boolean;
  /** Its value; undefined leaves it out. */
  of(source: Source, task: Task): unknown;
}

export type Members<Source, Task = unknown> = Readonly<Record<string, Member<Source, Task>>>;

/** A member that holds a picture's file as Base64. */
export interface FileMember {
  readonly schema: Schema;
  readonly optional?: boolean;
  /** Where the code samples of the reference save it. */
  readonly saveAs: string;
  /** Null leaves it out. */
  of(picture: Outcome): ReadableStream<Uint8Array> | null;
}

/** A header that is made of a finished picture; undefined leaves it out. */
export interface AnswerHeader<Task = unknown> {
  of(picture: Outcome, task: Task): string | undefined;
}

export type AnswerHeaders<Task = unknown> = Readonly<Partial<Record<HeaderName, AnswerHeader<Task>>>>;

/** The 200 of a multipart operation: the picture, and facts in headers. */
export interface FileAnswer<Task = unknown> {
  readonly description: string;
  /** Where it is not always a PNG: what it may be, and what it is for a task. */
  readonly types?: { readonly all: readonly string[]; of(task: Task): string };
  /** Where the code samples of the reference save it. */
  readonly saveAs: string;
  readonly headers: AnswerHeaders<Task>;
}

/** The 200 of a Base64 operation. */
export interface JsonAnswer<Task = unknown> {
  /** Of its schema. */
  readonly name: string;
  readonly description: string;
  /** They go out first, one after the other. */
  readonly files: Readonly<Record<string, FileMember>>;
  readonly members: Members<Outcome, Task>;
  /** Beside those of every picture. */
  readonly headers?: AnswerHeaders<Task>;
}

/** Sizes of the picture, as every answer of a file states them. */
export const sizeHeaders = {
  'X-Input-Dimensions': { of: ({ inputPx }: Outcome) => inputPx.join(',') },
  'X-Processed-Dimensions': { of: ({ processedPx }: Outcome) => processedPx.join(',') },
  'X-Was-Downscaled': { of: ({ wasDownscaled }: Outcome) => String(wasDownscaled) },
} as const satisfies AnswerHeaders;

/** What kind of picture it is, where that was asked for and is known. */
export const imageTypeHeaders = {
  'X-Image-Type-Photo': { of: ({ imageType }: Outcome) => imageType?.photo.toFixed(4) },
  'X-Image-Type-Graphic': { of: ({ imageType }: Outcome) => imageType?.graphic.toFixed(4) },
} as const satisfies AnswerHeaders;

const sizeOf = ({ output }: Outcome) => output && [output.widthPx, output.heightPx];
const boxOf = ({ output }: Outcome) =>
  output && [output.boxLeftPx, output.boxTopPx, output.boxWidthPx, output.boxHeightPx];

/** What became of the picture's plane, where something of that was asked for. */
export const outputHeaders = {
  'X-Output-Dimensions': { of: (outcome: Outcome) => sizeOf(outcome)?.join(',') },
  'X-Crop-Box': { of: (outcome: Outcome) => boxOf(outcome)?.join(',') },
} as const satisfies AnswerHeaders;

/** From this uncertainty on a person should review the answer. */
const reviewFrom = 0.5;

const needsReview = ({ uncertainty }: Outcome) => uncertainty >= reviewFrom;

/** How sure an answer is, as headers of every 200 of a picture, the remove.bg API's too. */
export const reviewHeaders = {
  'X-Matte-Uncertainty': { of: ({ uncertainty }: Outcome) => uncertainty.toFixed(3) },
  'X-Needs-Review': { of: (outcome: Outcome) => String(needsReview(outcome)) },
} as const satisfies AnswerHeaders;

/** By what an answer was made, as a header of every 200 of a picture, the remove.bg API's too. */
export const modelHeaders = {
  'X-Model': { of: ({ model }: Outcome) => model || undefined },
} as const satisfies AnswerHeaders;

const textOf = ({ leftPx, topPx, widthPx, heightPx }: Box) => [leftPx, topPx, widthPx, heightPx].join(',');

/** Headers of every 200 of a picture, whatever its encoding. */
export const pictureHeaders = {
  ...reviewHeaders,
  'X-Look-First': {
    of: ({ lookFirst }: Outcome) => (lookFirst ? textOf(lookFirst) : undefined),
  },
  ...modelHeaders,
  'X-Subject-Found': { of: ({ subjectFound }: Outcome) => (subjectFound ? undefined : 'false') },
  'X-Refined': { of: ({ refined }: Outcome) => (refined ? undefined : 'false') },
} as const satisfies AnswerHeaders;

/** A member that holds a picture's file as Base64: a PNG, where no other format was asked for. */
export function fileMember(
  description: string,
  saveAs: string,
  of: FileMember['of'] = (made) => made.encoded,
): FileMember {
  const words = { contentEncoding: 'base64', contentMediaType: 'image/png' };
  return { schema: { type: 'string', ...words, description, example: 'iVBORw0KGgoAAAANSUhEUgAA' }, saveAs, of };
}

const dimensions = { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 2, maxItems: 2 };

/** Sizes of the picture, as every Base64 answer states them. */
export const sizeMembers = {
  input_dimensions: {
    schema: {
      ...dimensions,
      description: 'Size of the upright input as [width, height] in pixels.',
      example: [4000, 3000],
    },
    of: ({ inputPx }) => inputPx,
  },
  processed_dimensions: {
    schema: {
      ...dimensions,
      description:
        'Size after the prep downscale as [width, height]. Equal to the input size unless it is over 5000 px on a side or 25 megapixels. This is not the inference resolution.',
      example: [4000, 3000],
    },
    of: ({ processedPx }) => processedPx,
  },
  was_downscaled: {
    schema: { type: 'boolean', description: 'True when prep downscaled the input.', example: false },
    of: ({ wasDownscaled }) => wasDownscaled,
  },
} as const satisfies Members<Outcome>;

/** The same as `outputHeaders`. */
export const outputMembers = {
  output_dimensions: {
    schema: {
      ...dimensions,
      description: 'Size of the answer as [width, height] in pixels. Present where an option of the output was used.',
      example: [1600, 2000],
    },
    optional: true,
    of: (outcome) => sizeOf(outcome) ?? undefined,
  },
  crop_box: {
    schema: {
      type: 'array',
      items: { type: 'integer' },
      minItems: 4,
      maxItems: 4,
      description:
        'What of the upright input the answer shows, as [left, top, width, height] in its pixels. It may reach beyond the input. Present as `output_dimensions` is.',
      example: [120, 80, 1600, 2000],
    },
    optional: true,
    of: (outcome) => boxOf(outcome) ?? undefined,
  },
} as const satisfies Members<Outcome>;

const probability = { type: 'number', minimum: 0, maximum: 1 };

/** The same as `reviewHeaders`. */
export const reviewMembers = {
  uncertainty: {
    schema: {
      ...probability,
      description:
        'How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a probability.',
      example: 0.021,
    },
    of: ({ uncertainty }) => uncertainty,
  },
  needs_review: {
    schema: {
      type: 'boolean',
      description: 'True from an uncertainty of 0.5 on: a person should review the answer before it is used.',
      example: false,
    },
    of: needsReview,
  },
} as const satisfies Members<Outcome>;

/** What kind of picture it is, where that was asked for. */
export const imageTypeMember: Member<Outcome, { readonly imageType: boolean }> = {
  schema: {
    type: ['object', 'null'],
    properties: { photo: probability, graphic: probability },
    required: ['photo', 'graphic'],
    description:
      'Absent when `include_image_type` is false. Null in the rare case that the classifier failed while the picture itself succeeded.',
    example: { photo: 0.9731, graphic: 0.0269 },
  },
  optional: true,
  of: ({ imageType }, task) => (task.imageType ? imageType : undefined),
};
