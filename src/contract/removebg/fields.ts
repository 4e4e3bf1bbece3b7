/** The fields of `POST /v1.0/removebg`, and the task that they ask for. */
import { imageUrlName } from '../encoding.ts';
import { oneAddress } from '../image-url.ts';
import type { Task } from '../operations.ts';
import { choice, file, flag, readOptions, type ValuesOf, written, wrongValue } from '../options.ts';
import { type Colour, colourPattern, readColour } from '../output/colour.ts';
import { marginPattern, noMargin, readMargin } from '../output/margin.ts';
import type { OutputFormat, PictureOutput } from '../output/output.ts';
import { centre, positionPattern, readPosition } from '../output/placement.ts';
import { type Shadow, shadowOptions, usualOpacityPercent } from '../output/shadow.ts';
import type { Refused } from '../refusals.ts';
import { readRoi, roiPattern, unlessWhole } from '../roi.ts';

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

const fields = {
  size: choice(sizeNames, 'Most pixels of the answer', 'preview', { wrong: 'huge' }),
  type: anyText('What the subject is'),
  type_level: choice(['none', '1', '2', 'latest'], 'How exact X-Type is', '1', { wrong: '3' }),
  format: choice(['auto', ...formatNames], 'Format of the answer', 'auto', { wrong: 'gif' }),
  channels: choice(['rgba', 'alpha'], 'The cutout, or its alpha alone', 'rgba', { wrong: 'rgb' }),
  bg_color: written({
    meaning: 'Laid under the cutout',
    pattern: `${colourPattern}|(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})`,
    expected: "a colour such as '81d4fa', '#81d4fa', '81d4fa77' or 'green'",
    of: (text) => readColour(/^[0-9A-Fa-f]{3,8}$/.test(text) ? `#${text}` : text),
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
    pattern: 'original|(?:[1-9]\\d|100)%',
    expected: "'original' or 10% to 100%",
    of: (text) => (text === 'original' ? null : Number.parseInt(text, 10) / 100),
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
  shadow_type: choice(['none', 'auto', 'car', 'drop'], 'The shadow', 'none', { planned: ['3D'], wrong: 'soft' }),
  shadow_method: choice(['latest'], 'How a shadow is made', 'latest', { planned: ['legacy'], wrong: 'soft' }),
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
 * @throws Refused 422 for a value that is none of the field's, and for one that has no effect
 */
export function readFields(given: ReadonlyMap<string, unknown>): Wanted {
  const sent = new Map([...given].filter(([, value]) => value !== '' && value !== null).map(asText));
  const values = readOptions(fields, sent);
  refuseWithoutEffect(values);
  return {
    task: taskOf(values, sent.has('semitransparency')),
    isPreview: isPreview(values),
    reportsType: values.type_level !== 'none',
    type: subjectTypes.find((type) => type === values.type?.toLowerCase()) ?? null,
  };
}

type Values = ValuesOf<typeof fields>;

/**
 * Clients send the defaults of fields with every call: these are accepted anywhere.
 * @throws Refused 422 for a value that asks for what the answer cannot show
 */
function refuseWithoutEffect(values: Values): void {
  const { type, channels, format } = values;
  refuseOtherBackgrounds(values);
  if (channels === 'alpha') {
    if (isSeen(values.bg_color)) throw withoutEffect('bg_color', 'with channels=alpha');
    refuse(values, ['add_shadow', 'shadow_type', 'shadow_opacity', 'semitransparency'], 'with channels=alpha');
  } else if (type === 'car') {
    if (values.shadow_type === 'drop')
      throw withoutEffect('shadow_type=drop', 'with type=car, whose shadow is its own');
    refuse(values, ['shadow_opacity'], 'with type=car, whose shadow is its own');
  } else {
    if (values.shadow_type === 'car') throw withoutEffect('shadow_type=car', 'without type=car');
    refuse(values, ['semitransparency'], 'without type=car');
    if (format === 'zip') refuse(values, ['add_shadow', 'shadow_type'], 'with format=zip, which holds no shadow');
    if (!wantsShadow(values)) refuse(values, ['shadow_opacity'], 'without a shadow');
  }
}

/** @throws Refused 422 where there is more than one background, or one that the answer cannot show */
function refuseOtherBackgrounds(values: Values): void {
  const { channels, format, bg_color: colour } = values;
  const sent = Object.values(backgroundFields).filter((name) => values[name]);
  if (sent.length === 0) return;
  if (channels === 'alpha') throw withoutEffect(sent[0], 'with channels=alpha');
  if (format === 'zip') throw withoutEffect(sent[0], 'with format=zip, which holds no background');
  if (sent.length === 1 && colour === undefined) return;
  const message = 'Send one background: bg_color, bg_image_file or bg_image_url';
  throw wrongValue(sent[0], message, 'value_error');
}

/** @throws Refused 422 for the first of some fields that has another value than its default */
function refuse(values: Values, names: readonly (keyof typeof fields)[], where: string): void {
  const sent = names.find((name) => values[name] !== fields[name].read(undefined, name));
  if (sent) throw withoutEffect(`${sent}=${String(values[sent])}`, where);
}

/** @param field its name, and its value where that matters */
function withoutEffect(field: string, where: string): Refused {
  return wrongValue(field.split('=')[0], `${field} has no effect ${where}. Leave it out`, 'value_error');
}

function wantsShadow({ add_shadow: added, shadow_type: type }: Values): boolean {
  return added || type !== 'none';
}

function isSeen(colour: Colour | undefined): colour is Colour {
  return colour !== undefined && colour.alpha > 0;
}

/** @param sentWindows whether it was said what becomes of windows */
function taskOf(values: Values, sentWindows: boolean): Task {
  const roi = unlessWhole(values.roi);
  const output = outputOf(values);
  const imageType = values.type_level !== 'none';
  if (values.channels === 'alpha') return { kind: 'matte', imageType, refine: true, roi, output };
  if (values.type !== 'car') {
    const windows = sentWindows && values.semitransparency;
    const vehicle = isOpen(values) ? { windows, shadow: wantsShadow(values) } : undefined;
    return { kind: 'cutout', imageType, cleanEdges: true, refine: true, vehicle, roi, output };
  }
  return { kind: 'car-cutout', windows: values.semitransparency, shadow: wantsShadow(values), roi, output };
}

/** Whether what the subject is has to be found out. */
function isOpen({ type }: Values): boolean {
  return type === undefined || type.toLowerCase() === 'auto';
}

/** Its documentation had `small` and `regular` as other words for it. */
function isPreview({ size }: Values): boolean {
  return size === 'preview' || size === 'small' || size === 'regular';
}

function hasPictureUnder(values: Values): boolean {
  return Object.values(backgroundFields).some((name) => values[name]);
}

function outputOf(values: Values): PictureOutput {
  const { bg_color: background, crop, crop_margin: margin, scale = null, position, size } = values;
  const format = formatOf(values);
  return {
    format,
    quality: 90,
    background: hasPictureUnder(values) ? 'picture' : backgroundColourOf(format, background),
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
  if (values.type === 'car' || !wantsShadow(values)) return null;
  return { kind: 'drop', opacityPercent: values.shadow_opacity ?? usualOpacityPercent.drop };
}

function formatOf(values: Values): OutputFormat {
  const { format: wanted, bg_color: background, channels } = values;
  if (channels === 'alpha' && wanted !== 'auto' && wanted !== 'png') {
    throw wrongValue('format', 'channels=alpha is answered as PNG alone. Leave format out', 'value_error');
  }
  if (wanted !== 'auto') return formats[wanted];
  return background?.alpha === 255 || hasPictureUnder(values) ? 'jpeg' : 'png';
}

const white: Colour = { red: 255, green: 255, blue: 255, alpha: 255 };

function backgroundColourOf(format: OutputFormat, background: Colour | undefined): Colour | null {
  if (format !== 'jpeg') return isSeen(background) ? background : null;
  if (!background || background.alpha === 255) return background ?? white;
  throw wrongValue('bg_color', 'A JPEG is opaque. Send an opaque bg_color, or another format', 'value_error');
}

/** Numbers of JSON are read as the texts that they would be in a form. */
function asText([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === 'number' ? String(value) : value];
}

/** A field that takes any text. */
function anyText(meaning: string) {
  return written({ meaning, pattern: '[^]*', expected: 'a text', of: (text) => text, wrong: '' });
}
