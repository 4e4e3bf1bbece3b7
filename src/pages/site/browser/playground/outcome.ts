/** What an answer holds, whatever its encoding: pictures, and what is known of them. */
import type { ProcessingOperation } from '../../../../contract/operations.ts';

/** What the service says of a picture; null where it does not say. */
export interface Known {
  readonly inputPx: readonly [number, number] | null;
  readonly processedPx: readonly [number, number] | null;
  readonly wasDownscaled: boolean;
  /** Probability of a photo. */
  readonly photo: number | null;
  readonly shadowType: string | null;
  /** Degrees. */
  readonly view: { readonly azimuth: number; readonly elevation: number } | null;
  readonly subjectFound: boolean;
  /** Whether a person should check it before it is used. */
  readonly needsReview: boolean;
  /** Where to look first, in pixels of the upright photo. */
  readonly lookFirstPx: readonly [left: number, top: number, width: number, height: number] | null;
  /** Sides of the answer where they are not the input's by themselves, and what it shows of the input. */
  readonly outputPx: readonly [number, number] | null;
  readonly boxPx: readonly [left: number, top: number, width: number, height: number] | null;
}

export const nothingKnown: Known = {
  inputPx: null,
  processedPx: null,
  wasDownscaled: false,
  photo: null,
  shadowType: null,
  view: null,
  subjectFound: true,
  needsReview: false,
  lookFirstPx: null,
  outputPx: null,
  boxPx: null,
};

export interface AnsweredPicture {
  /** The file as it was answered, of the type that its content has. */
  readonly main: Blob;
  /** Whether it is grey: a matte, not a picture with an alpha of its own. */
  readonly isMatte: boolean;
  /** A grey PNG of the shadow under it: 255 is the darkest. */
  readonly shadow: Blob | null;
  readonly known: Known;
  /** Length of the answer. */
  readonly bytes: number;
  /** Whether `main` is a small copy, for the screen alone. */
  readonly isPreview?: boolean;
  /** Whether `main` was made in this browser of what was answered. */
  readonly isMadeHere?: boolean;
  /** The same part of the cutout with its own alpha, where `main` has a background or a shadow; it is made when it is asked for. */
  readonly withOwnAlpha?: () => Promise<Blob>;
}

/** Reads an answer of 200. @throws Error where it is none that the operation gives */
export async function outcomeOf(
  operation: ProcessingOperation,
  body: Blob,
  headers: Headers,
): Promise<AnsweredPicture> {
  const inEither = {
    subjectFound: headers.get('X-Subject-Found') !== 'false',
    needsReview: headers.get('X-Needs-Review') === 'true',
    lookFirstPx: boxOf(headers.get('X-Look-First')?.split(',')),
  };
  if (operation.encoding === 'multipart') {
    const known = { ...knownOfHeaders(headers), ...inEither };
    const main = await typed(body);
    return { main, isMatte: await isGrey(main), shadow: null, known, bytes: body.size };
  }
  const members = JSON.parse(await body.text());
  const names = Object.keys(operation.answer.files).filter((name) => typeof members[name] === 'string');
  const [main, beside] = await Promise.all(names.map((name) => typed(blobOf(members[name]))));
  if (!main) throw new Error('The answer has no picture');
  const shadow = beside && (await isGrey(beside)) ? beside : null;
  const known = { ...knownOfMembers(members), ...inEither };
  return { main, isMatte: await isGrey(main), shadow, known, bytes: body.size };
}

function knownOfHeaders(headers: Headers): Known {
  const photo = headers.get('X-Image-Type-Photo');
  return {
    ...nothingKnown,
    inputPx: sidesOf(headers.get('X-Input-Dimensions')?.split(',')),
    processedPx: sidesOf(headers.get('X-Processed-Dimensions')?.split(',')),
    wasDownscaled: headers.get('X-Was-Downscaled') === 'true',
    photo: photo === null ? null : Number(photo),
    shadowType: headers.get('X-Shadow-Type'),
    outputPx: sidesOf(headers.get('X-Output-Dimensions')?.split(',')),
    boxPx: boxOf(headers.get('X-Crop-Box')?.split(',')),
  };
}

function knownOfMembers(members: Readonly<Record<string, unknown>>): Known {
  const imageType = Object(members.image_type);
  const view = Object(members.view);
  return {
    ...nothingKnown,
    inputPx: sidesOf(members.input_dimensions),
    processedPx: sidesOf(members.processed_dimensions),
    wasDownscaled: members.was_downscaled === true,
    photo: typeof imageType.photo === 'number' ? imageType.photo : null,
    shadowType: typeof members.shadow_type === 'string' ? members.shadow_type : null,
    outputPx: sidesOf(members.output_dimensions),
    boxPx: boxOf(members.crop_box),
    view:
      typeof view.azimuth_deg === 'number'
        ? { azimuth: view.azimuth_deg, elevation: Number(view.elevation_deg) }
        : null,
  };
}

function sidesOf(given: unknown): readonly [number, number] | null {
  return Array.isArray(given) && given.length === 2 ? [Number(given[0]), Number(given[1])] : null;
}

function boxOf(given: unknown): Known['boxPx'] {
  if (!Array.isArray(given) || given.length !== 4) return null;
  const [left, top, width, height] = given.map(Number);
  return [left, top, width, height];
}

/** How the files of each format begin. */
const beginnings = [
  ['image/png', '\x89PNG'],
  ['image/jpeg', '\xff\xd8'],
  ['image/webp', 'RIFF'],
  ['application/zip', 'PK'],
] as const;

/** The same file, of the type that its first bytes say. */
async function typed(file: Blob): Promise<Blob> {
  const first = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  const type = beginnings.find(([, beginning]) => first.startsWith(beginning))?.[0] ?? '';
  return file.slice(0, file.size, type);
}

function blobOf(base64: string): Blob {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return new Blob([bytes]);
}

/** Whether it is a PNG of one channel: the colour type of its header, at byte 25, is 0. */
async function isGrey(file: Blob): Promise<boolean> {
  const header = new Uint8Array(await file.slice(0, 26).arrayBuffer());
  return file.type === 'image/png' && header[25] === 0;
}
