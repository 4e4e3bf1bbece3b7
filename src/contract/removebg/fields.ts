/** The fields of `POST /v1.0/removebg`, and the task that they ask for. */
import { imageUrlName } from '../encoding.ts';
import { oneAddress } from '../image-url.ts';
import type { Task } from '../operations.ts';
import { anyText, choice, file, flag, type Option, readOptions, type ValuesOf, written } from '../options.ts';
import { type Colour, readColour } from '../output/colour.ts';
import { type Length, marginPattern, noMargin, readMargin } from '../output/margin.ts';
import type { OutputFormat, PictureOutput } from '../output/output.ts';
import { centre, positionPattern, readPosition } from '../output/placement.ts';
import { type Shadow, shadowOptions, usualOpacityPercent } from '../output/shadow.ts';
import { type Roi, readRoi, roiPattern, unlessWhole } from '../roi.ts';
import { refusedWith } from './refusals.ts';
import { askedShadow, shadowMethods, shadowTypes } from './shadow.ts';
import { isSeen, onWhite, type Unmet, unmetOf } from './unmet.ts';

/** Where a request may carry its image: a file of a form, Base64 or an address. */
export const imageFields = {
  file: 'image_file',
  base64: 'image_file_b64',
  url: imageUrlName,
} as const;

/** Where it may carry a picture to lay under the cutout. */
export const backgroundFields = { image: 'bg_image_file', url: 'bg_image_url' } as const;

/** The same in words. */
export const imageSources = `${imageFields.file}, ${imageFields.base64} or ${imageFields.url}`;

/** What a request asks for. */
export interface Wanted {
  readonly task: Task;
  /** Whether it is a preview, which may be free. */
  readonly isPreview: boolean;
  /** Whether the answer says what kind of subject it shows. */
  readonly reportsType: boolean;
  /** The kind that was sent; null where that is to be found out. */
  readonly type: string | null;
  /** What the answer does not show as it was sent, where a vehicle was cut out and where none was. */
  readonly unmet: { readonly vehicle: Unmet; readonly other: Unmet };
}

/** Most pixels of an answer by the size that was asked for; undefined is all of them. */
const sizes = {
  preview: 250_000,
  small: 250_000,
  regular: 250_000,
  medium: 1_500_000,
  hd: 4_000_000,
  auto: undefined,
  full: undefined,
  '4k': undefined,
  '50MP': undefined,
} as const satisfies Readonly<Record<string, number | undefined>>;
const sizeNames = Object.keys(sizes) as (keyof typeof sizes)[];

/** Kinds of subjects that a caller may name; any other text is none. */
const subjectTypes = ['person', 'product', 'car', 'animal', 'graphic', 'transportation', 'other'] as const;

const formats = { png: 'png', jpg: 'jpeg', webp: 'webp', zip: 'zip' } as const satisfies Record<string, OutputFormat>;
const formatNames = Object.keys(formats) as (keyof typeof formats)[];

/** Digits of a colour, each once or twice, with an alpha or without. */
const hexDigits = '[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}';

const fields = {
  size: inAnyCase(choice(sizeNames, 'Most pixels of the answer', 'preview', { wrong: 'huge' })),
  type: anyText('What the subject is'),
  type_level: inAnyCase(choice(['none', '1', '2', 'latest'], 'How exact X-Type is', '1', { wrong: '3' })),
  format: inAnyCase(choice(['auto', ...formatNames], 'Format of the answer', 'auto', { wrong: 'gif' })),
  channels: inAnyCase(choice(['rgba', 'alpha'], 'The cutout, or its alpha alone', 'rgba', { wrong: 'rgb' })),
  bg_color: written({
    meaning: 'Laid under the cutout',
    pattern: `#?(?:${hexDigits})|[A-Za-z]{3,20}`,
    expected: "a colour such as '81d4fa', '#81d4fa', '81d4fa77' or 'green'",
    of: (text) => readColour(inCss(text)),
    wrong: '#12',
  }),
  roi: written({
    meaning: 'Part of the image that holds the subject',
    pattern: roiPattern,
    expected: "'x1 y1 x2 y2' in pixels or percent",
    of: readRoi,
    wrong: 'left half',
  }),
  crop: flag('Whether all around the subject is cut off', false),
  crop_margin: written({
    meaning: 'Room around a cropped subject',
    pattern: marginPattern,
    expected: '0 to 500 pixels or 0% to 50%, as one, two or four values',
    of: readMargin,
    wrong: '60%',
  }),
  scale: written({
    meaning: 'How much of the canvas the subject takes',
    pattern: 'original|(?:[1-9]\\d(?:\\.\\d{1,2})?|100(?:\\.0{1,2})?)%',
    expected: "'original' or 10% to 100%",
    of: (text) => (text === 'original' ? null : Number.parseFloat(text) / 100),
    wrong: '5%',
  }),
  position: written({
    meaning: "The subject's place on its canvas",
    pattern: positionPattern,
    expected: "'original', 'center', or one or two values of 0% to 100%",
    of: readPosition,
    wrong: 'left',
  }),
  add_shadow: flag('Whether the subject gets a shadow', false),
  shadow_type: inAnyCase(choice(shadowTypes, 'The shadow', 'none', { wrong: 'soft' })),
  shadow_method: inAnyCase(choice(shadowMethods, 'How a shadow is made', 'latest', { wrong: 'soft' })),
  shadow_opacity: shadowOptions.shadow_opacity,
  semitransparency: flag('Whether the windows of a car are opened', true),
  [backgroundFields.url]: oneAddress('Address of a picture to lay under the cutout, under the rules of `image_url`'),
  [backgroundFields.image]: file('A picture to lay under the cutout, at most 12 megapixels'),
};

/** Names of all fields that count, the image's own aside. */
export const fieldNames: ReadonlySet<string> = new Set(Object.keys(fields));

/** The fields, as the reference shows them. */
export const offeredFields = fields;

/**
 * Reads the fields of a request.
 * @param given texts of a form, or values of a JSON body, by name; empty texts and null count as absent
 * @throws Refused for a value that remove.bg calls invalid
 */
export function readFields(given: ReadonlyMap<string, unknown>): Wanted {
  const sent = new Map([...given].map(asText).filter(([, value]) => value !== '' && value !== null));
  const values = readOptions(fields, sent);
  refuseOtherBackgrounds(values);
  refuseBeyondAny(values.roi);
  return {
    task: taskOf(values, sent.has('semitransparency')),
    isPreview: isPreview(values),
    reportsType: values.type_level !== 'none',
    type: subjectTypes.find((type) => type === values.type?.toLowerCase()) ?? null,
    unmet: { vehicle: unmetOf(values, true), other: unmetOf(values, false) },
  };
}

type Values = ValuesOf<typeof fields>;

/** @throws Refused where there is more than one background */
function refuseOtherBackgrounds(values: Values): void {
  const sent = [isSeen(values.bg_color), ...Object.values(backgroundFields).map((name) => values[name])];
  if (sent.filter(Boolean).length <= 1) return;
  throw refusedWith('multiple_bg_sources', 'Send one background: bg_color, bg_image_file or bg_image_url');
}

/** @throws Refused for a box that reaches beyond any picture */
function refuseBeyondAny(roi: Roi | undefined): void {
  if (!roi) return;
  const isBeyond = ({ value, unit }: Length) => value < 0 || (unit === '%' && value > 100);
  if ([roi.left, roi.top, roi.right, roi.bottom].some(isBeyond)) throw roiBeyond();
}

/** The refusal of a box that reaches beyond the picture. */
export function roiBeyond() {
  return refusedWith('roi_exceeds_bounds', 'roi reaches beyond the image. Send a box within it');
}

/** @param sentWindows whether it was said what becomes of windows */
function taskOf(values: Values, sentWindows: boolean): Task {
  const roi = unlessWhole(values.roi);
  const output = outputOf(values);
  const imageType = values.type_level !== 'none';
  if (values.channels === 'alpha') return { kind: 'matte', imageType, refine: true, roi, output };
  const shadow = askedShadow(values) !== null;
  if (isCar(values)) return { kind: 'car-cutout', windows: values.semitransparency, shadow, roi, output };
  const vehicle = isOpen(values) ? { windows: sentWindows && values.semitransparency, shadow } : undefined;
  return { kind: 'cutout', imageType, cleanEdges: true, refine: true, vehicle, roi, output };
}

/** Whether what the subject is has to be found out. */
function isOpen({ type }: Values): boolean {
  return type === undefined || type.toLowerCase() === 'auto';
}

/** Its documentation had `small` and `regular` as other words for it. */
function isPreview({ size }: Values): boolean {
  return size === 'preview' || size === 'small' || size === 'regular';
}

function isCar({ type }: Values): boolean {
  return type?.toLowerCase() === 'car';
}

/** A matte has no background, and a ZIP none that is a picture. */
function hasPictureUnder(values: Values): boolean {
  if (values.channels === 'alpha' || values.format === 'zip') return false;
  return Object.values(backgroundFields).some((name) => values[name]);
}

function outputOf(values: Values): PictureOutput {
  const { bg_color: background, crop, crop_margin: margin, scale = null, position, size } = values;
  const format = formatOf(values);
  return {
    format,
    quality: 90,
    background: hasPictureUnder(values) ? 'picture' : backgroundColourOf(values, background),
    shadow: shadowOf(values),
    crop,
    margin: crop ? (margin ?? noMargin) : noMargin,
    flush: false,
    position: position ?? (scale === null ? 'original' : centre),
    aspect: null,
    scale,
    maxSizePx: null,
    mostPixels: sizes[size],
    isPreview: isPreview(values),
    tellsSubject: true,
  };
}

/** The shadow of a subject that is no car: there is one kind. */
function shadowOf(values: Values): Shadow | null {
  if (isCar(values) || values.channels === 'alpha' || values.format === 'zip' || !askedShadow(values)) return null;
  return { kind: 'drop', opacityPercent: values.shadow_opacity ?? usualOpacityPercent.drop };
}

function formatOf(values: Values): OutputFormat {
  const { format: wanted, bg_color: background, channels } = values;
  if (channels === 'alpha') return 'png';
  if (wanted !== 'auto') return formats[wanted];
  return background?.alpha === 255 || hasPictureUnder(values) ? 'jpeg' : 'png';
}

const white: Colour = { red: 255, green: 255, blue: 255, alpha: 255 };

function backgroundColourOf(values: Values, background: Colour | undefined): Colour | null {
  if (values.channels === 'alpha') return null;
  if (formatOf(values) !== 'jpeg') return isSeen(background) ? background : null;
  return background ? onWhite(background) : white;
}

/** Ends of a text count no more than in a form of a page, and numbers of JSON are the texts that they would be there. */
function asText([name, value]: [string, unknown]): [string, unknown] {
  if (typeof value === 'string') return [name, value.trim()];
  return [name, typeof value === 'number' ? String(value) : value];
}

/** The same choice with its words in any case: clients send `JPG` too. */
function inAnyCase<Value>(option: Option<Value>): Option<Value> {
  const words = new Map(option.values.map((word) => [String(word).toLowerCase(), word]));
  const known = (value: unknown) => (typeof value === 'string' ? (words.get(value.toLowerCase()) ?? value) : value);
  return { ...option, read: (value, name) => option.read(known(value), name) };
}

/** A colour as CSS writes it. */
function inCss(text: string): string {
  const [, digits] = new RegExp(`^#?(${hexDigits})$`).exec(text) ?? [];
  if (digits === undefined) return text.toLowerCase();
  return `#${digits.length === 4 ? digits.replace(/./g, '$&$&') : digits}`;
}
