/** What clients of remove.bg ask for, and what must come of it: every field and way in that its API has, and its errors. */

import type { ErrorCode } from '../../src/contract/removebg/codes.ts';

export type Fields = Readonly<Record<string, string>>;

export type Photo = 'scene.png' | 'scene.jpg' | 'scene.webp' | 'large.jpg' | 'black.png' | 'broken.jpg';
/** How an image goes in, and in what kind of body. */
export type Way = 'file' | 'base64' | 'url';
export type Body = 'form' | 'urlencoded' | 'json';
/** Whose key is sent: one with credits, with 7 of them, without, of nobody, and one whose minute is used up. */
export type Key = 'paid' | 'seven' | 'empty' | 'unknown' | 'spent';

interface Sent {
  readonly photo?: Photo;
  readonly way?: Way;
  /** Left out where any kind will do. */
  readonly body?: Body;
  readonly fields?: Fields;
  /** A file beside the image. */
  readonly beside?: { readonly name: string; readonly photo: Photo };
  readonly key?: Key;
  /** `GET /v1.0/account` in place of a picture. */
  readonly account?: true;
  /** No image at all. */
  readonly empty?: true;
  /** Whether JSON must be asked for; else a client asks for what it likes. */
  readonly json?: true;
}

export interface Picture {
  readonly format: 'png' | 'jpeg' | 'webp' | 'zip';
  readonly size: readonly [width: number, height: number];
  readonly channels: number;
  /** Red, green, blue of the first pixel where it must have some. */
  readonly corner?: readonly number[];
  /** `X-Type`; null where there must be none. */
  readonly type?: string | null;
  /** Another case whose picture must not be the same. */
  readonly unlike?: string;
}

export type Expected =
  | { readonly picture: Picture }
  | { readonly credits: number }
  | { readonly status: number; readonly code: string };

export interface Case {
  /** Row of the short table. */
  readonly subject: string;
  readonly what: string;
  readonly sent: Sent;
  readonly expected: Expected;
}

const small = [120, 80] as const;
const auto = { size: 'auto' };
const car = { ...auto, type: 'car' };

function picture(more: Partial<Picture> = {}): Expected {
  return { picture: { format: 'png', size: small, channels: 4, ...more } };
}

/** A 400 with that code. */
const invalid = (code: ErrorCode): Expected => ({ status: 400, code });

/** The rows of one subject: what, what is sent, what must come of it. */
function about(subject: string, ...rows: readonly (readonly [string, Sent, Expected])[]): Case[] {
  return rows.map(([what, sent, expected]) => ({ subject, what, sent, expected }));
}

/** Fields beside the photo as a file. */
const fields = (given: Fields): Sent => ({ fields: given });

/** A size, of an image of 2400 × 1720 pixels or of the small one. */
function sized(name: string, size?: Picture['size']): [string, Sent, Expected] {
  return [`size=${name}`, { photo: size && 'large.jpg', fields: { size: name } }, picture({ size: size ?? small })];
}

export const cases: readonly Case[] = [
  // First, for a minute that is used up comes back.
  ...about('Errors', [
    '429: too many calls',
    { fields: auto, key: 'spent' },
    { status: 429, code: 'rate_limit_exceeded' },
  ]),
  ...about(
    'image_file',
    ['PNG', { fields: auto }, picture({ type: 'car' })],
    ['JPEG', { photo: 'scene.jpg', fields: auto }, picture()],
    ['WebP', { photo: 'scene.webp', fields: auto }, picture()],
    ['no other field', {}, picture()],
  ),
  ...about(
    'image_file_b64',
    ['in a form', { way: 'base64', body: 'form', fields: auto }, picture()],
    ['in an urlencoded body', { way: 'base64', body: 'urlencoded', fields: auto }, picture()],
    ['in JSON', { way: 'base64', body: 'json', fields: auto }, picture()],
  ),
  ...about(
    'image_url',
    ['address in a form', { way: 'url', body: 'form', fields: auto }, picture()],
    ['address in an urlencoded body', { way: 'url', body: 'urlencoded', fields: auto }, picture()],
    ['address in JSON', { way: 'url', body: 'json', fields: auto }, picture()],
  ),
  ...about(
    'size',
    sized('preview', [590, 423]),
    sized('regular'),
    sized('medium', [1447, 1037]),
    sized('hd', [2362, 1693]),
    sized('full', [2400, 1720]),
    sized('4k'),
    sized('50MP'),
  ),
  ...about(
    'type, type_level',
    ['type=person', fields({ ...auto, type: 'person' }), picture()],
    ['type=product', fields({ ...auto, type: 'product' }), picture()],
    ['type=car', fields(car), picture({ type: 'car', unlike: 'PNG' })],
    ['type_level=none', fields({ ...auto, type_level: 'none' }), picture({ type: null })],
    ['type_level=latest', fields({ ...auto, type_level: 'latest' }), picture({ type: 'car' })],
  ),
  ...about(
    'format',
    ['format=png', fields({ ...auto, format: 'png' }), picture()],
    [
      'format=jpg',
      fields({ ...auto, format: 'jpg' }),
      picture({ format: 'jpeg', channels: 3, corner: [255, 255, 255] }),
    ],
    ['format=webp', fields({ ...auto, format: 'webp' }), picture({ format: 'webp' })],
    ['format=zip', fields({ ...auto, format: 'zip' }), picture({ format: 'zip' })],
  ),
  ...about(
    'channels',
    ['channels=rgba', fields({ ...auto, channels: 'rgba' }), picture()],
    ['channels=alpha', fields({ ...auto, channels: 'alpha' }), picture({ channels: 1 })],
  ),
  ...about(
    'bg_color',
    [
      'bg_color=81d4fa',
      fields({ ...auto, bg_color: '81d4fa' }),
      picture({ format: 'jpeg', channels: 3, corner: [129, 212, 250] }),
    ],
    ['bg_color=green, as PNG', fields({ ...auto, bg_color: 'green', format: 'png' }), picture({ corner: [0, 128, 0] })],
    ['bg_color=81d4fa77', fields({ ...auto, bg_color: '81d4fa77' }), picture({ corner: [129, 212, 250] })],
  ),
  ...about(
    'crop, crop_margin',
    ['crop', fields({ ...auto, crop: 'true' }), picture({ size: [40, 30], corner: [255, 253, 255] })],
    ['crop_margin=10px', fields({ ...auto, crop: 'true', crop_margin: '10px' }), picture({ size: [60, 50] })],
  ),
  ...about(
    'scale, position',
    ['scale=50%', fields({ ...auto, scale: '50%' }), picture({ size: [90, 60] })],
    ['position=25% 75%', fields({ ...auto, position: '25% 75%' }), picture({ unlike: 'PNG' })],
  ),
  ...about('roi', ['roi in pixels', fields({ ...auto, roi: '30 18 70 60' }), picture({ unlike: 'PNG' })]),
  ...about(
    'add_shadow, shadow_type',
    ['add_shadow of a car', fields({ ...car, add_shadow: 'true' }), picture({ unlike: 'type=car' })],
    ['shadow_type=auto of a car', fields({ ...car, shadow_type: 'auto' }), picture({ unlike: 'type=car' })],
    ['add_shadow of anything', fields({ ...auto, add_shadow: 'true' }), picture({ unlike: 'PNG' })],
    ['shadow_type=drop', fields({ ...auto, shadow_type: 'drop' }), picture({ unlike: 'PNG' })],
    ['shadow_type=3D, drawn as drop', fields({ ...auto, shadow_type: '3D' }), picture({ unlike: 'PNG' })],
  ),
  ...about(
    'semitransparency',
    ['closed windows of a car', fields({ ...car, semitransparency: 'false' }), picture({ unlike: 'type=car' })],
    ['passed over without a car', fields({ ...auto, semitransparency: 'false' }), picture()],
  ),
  ...about(
    'bg_image_url, bg_image_file',
    [
      'a background by its address',
      fields({ ...auto, bg_image_url: 'https://pictures.example/scene.jpg' }),
      picture({ format: 'jpeg', channels: 3 }),
    ],
    [
      'a background as a file',
      { fields: auto, beside: { name: 'bg_image_file', photo: 'scene.jpg' } },
      picture({ format: 'jpeg', channels: 3 }),
    ],
  ),
  ...about('JSON answers', ['Accept: application/json', { fields: auto, json: true }, picture()]),
  ...about('account', ['what is left', { account: true, key: 'seven' }, { credits: 7 }]),
  ...about(
    'Errors',
    ['403: no such key', { fields: auto, key: 'unknown' }, { status: 403, code: 'auth_failed' }],
    ['402: no credits', { fields: auto, key: 'empty' }, { status: 402, code: 'insufficient_credits' }],
    ['400: no picture', { photo: 'broken.jpg', fields: auto }, invalid('invalid_file_type')],
    ['400: nothing to keep', { photo: 'black.png', fields: auto }, invalid('unknown_foreground')],
    ['400: a size that is none', fields({ size: 'huge' }), invalid('invalid_parameters')],
    ['400: a colour that is none', fields({ ...auto, bg_color: '#12' }), invalid('invalid_bg_color')],
    ['400: a box beyond the image', fields({ ...auto, roi: '0 0 500 500' }), invalid('roi_exceeds_bounds')],
    ['400: no image', { fields: auto, empty: true }, invalid('missing_source')],
  ),
];
