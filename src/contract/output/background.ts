/** A picture under the cutout: its options, and why one is refused. */
import { addressFaults, oneAddress } from '../image-url.ts';
import { defaultLimits, megabytes } from '../limits.ts';
import { file, type ValuesOf, wrongValue } from '../options.ts';
import { invalid, type Refusal, supportedFormats } from '../refusals.ts';
import type { LaidUnder } from './output.ts';

/** Larger ones are refused: behind a subject more detail is not visible. */
export const mostBackgroundPixels = 12_000_000;

/** Why a background of that many pixels is refused, and what to do. */
export function tooManyBackgroundPixels(widthPx: number, heightPx: number): string {
  const limit = `the limit is 12 megapixels (${mostBackgroundPixels} pixels)`;
  return `The background is ${widthPx}x${heightPx} pixels; ${limit}. Send it smaller, for example 2000 pixels wide`;
}

/** Where a request has its background. */
export const backgroundNames = { image: 'background_image', url: 'background_url' } as const;

export const backgroundOptions = {
  [backgroundNames.image]: file(
    'Picture to lay under the cutout, in any format that the image may have: at most 12 megapixels, and no larger than the image leaves of the limit for both together. It is scaled to cover the canvas and centred; what is transparent in it is white. The answer is opaque. Not with `background_color` or `output_format=zip`.',
  ),
  [backgroundNames.url]: oneAddress(
    'Address of such a picture, in place of `background_image` and under the rules of `image_url`, whose refusals are then on this name.',
  ),
};

type Values = ValuesOf<typeof backgroundOptions> & {
  readonly background_color: unknown;
  readonly output_format: string;
};

/**
 * Whether a picture is to be laid under the cutout.
 * @throws Refused 422 where more than one background was sent, and for a ZIP, which has none
 */
export function pictureUnder(values: Values): Extract<LaidUnder, string> | null {
  const { background_image: isSent, background_url: address } = values;
  if (!isSent && address === undefined) return null;
  if (isSent && address !== undefined) {
    throw wrongValue('background_url', 'Send one background: background_image or background_url', 'value_error');
  }
  if (values.background_color !== undefined) {
    const message = 'Send one background: background_color, background_image or background_url';
    throw wrongValue('background_color', message, 'value_error');
  }
  if (values.output_format === 'zip') {
    const message = 'A ZIP has no background. Send another output_format, or no background picture';
    throw wrongValue('output_format', message, 'value_error');
  }
  return 'picture';
}

/** Options that contradict each other, for the reference. */
export const backgroundContradictions = [
  {
    when: 'Both `background_image` and `background_url` were sent',
    given: { background_image: 'a file', background_url: 'https://images.example.com/beach.jpg' },
  },
  {
    when: 'A background picture was sent beside `background_color`',
    given: { background_image: 'a file', background_color: '#ffffff' },
  },
  {
    when: 'A background picture was sent for a ZIP',
    given: { background_image: 'a file', output_format: 'zip' },
  },
] as const;

/** What can be wrong with a background's file. */
export interface WrongBackground {
  readonly kind: 'unsupported' | 'invalid' | 'absent';
  readonly message: string;
}

/** How the sentence of a background begins that is of no supported format. */
export const unsupportedBackground = 'Unsupported background format';

/**
 * 422: the background cannot be used.
 * @param name under which it was sent
 * @param isFetched whether its address was
 * @param heic whether HEIC is switched on
 */
export function backgroundRefused(
  { kind, message }: WrongBackground,
  name: string,
  isFetched: boolean,
  heic = true,
): Refusal {
  if (kind !== 'unsupported') return invalid(['body', name], message, 'value_error', 'INVALID_IMAGE');
  const text = supportedFormats(heic).replace('Unsupported Media Type', unsupportedBackground);
  return invalid(['body', name], text, 'value_error', isFetched ? 'IMAGE_URL_NOT_AN_IMAGE' : 'VALIDATION_ERROR');
}

/** 422: image and background have too many bytes together. @param name under which the background was sent */
export function backgroundTooLarge(limitBytes: number, name: string, isFetched = false): Refusal {
  const msg = `The image and its background are larger than ${megabytes(limitBytes)} together`;
  return invalid(['body', name], msg, 'value_error', isFetched ? 'IMAGE_URL_TOO_LARGE' : 'IMAGE_TOO_LARGE');
}

/** Each refusal of a background with an example, for the reference. @param names under which it may be sent */
export function backgroundFaults(
  { image, url }: Readonly<Record<'image' | 'url', string>> = backgroundNames,
  limitBytes = defaultLimits.maxImageBytes,
): readonly { readonly when: string; readonly refusal: Refusal }[] {
  const broken = 'The JPEG data is incomplete or broken; please send the original file';
  return [
    {
      when: 'The background has over 12 megapixels',
      refusal: backgroundRefused({ kind: 'invalid', message: tooManyBackgroundPixels(4032, 3024) }, image, false),
    },
    {
      when: 'The background is broken',
      refusal: backgroundRefused({ kind: 'invalid', message: broken }, image, false),
    },
    {
      when: 'The background is of no supported format',
      refusal: backgroundRefused({ kind: 'unsupported', message: '' }, image, false),
    },
    {
      when: `The image and its background are over ${megabytes(limitBytes)} together`,
      refusal: backgroundTooLarge(limitBytes, image),
    },
    {
      when: 'This deployment has no image lane, which lays backgrounds',
      refusal: backgroundRefused({ kind: 'invalid', message: noImageLane }, image, false),
    },
    ...addressFaults(url),
    {
      when: `The image and what is at \`${url}\` are over ${megabytes(limitBytes)} together`,
      refusal: backgroundTooLarge(limitBytes, url, true),
    },
    {
      when: `What is at \`${url}\` is of no supported format`,
      refusal: backgroundRefused({ kind: 'unsupported', message: '' }, url, true),
    },
  ];
}

/** The refusal of a background picture without an image lane. */
export const noImageLane =
  'This deployment lays no pictures under cutouts: it has no image lane. Send background_color';
