/** What the tests of output options share: pictures on both lanes, requests, and samples of what is answered. */
import { readFileSync } from 'node:fs';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { expect } from 'vitest';
import { type OperationName, operationNamed } from '../../src/contract/operations.ts';
import { inProject } from '../../src/local/root.ts';
import type { Answer } from '../../testing/http-message.ts';
import { paint, type Samples } from '../../testing/photos.ts';
import { type Call, filePart, jsonCall, multipartCall, sendWithFetch } from '../../testing/requests.ts';

/** Sends a call, with a key that may make it: over HTTP, or to the service in this process. */
export type Send = (call: Call) => Promise<Answer>;

export type Given = Readonly<Record<string, string>>;
export type Box = readonly [left: number, top: number, width: number, height: number];

export interface Made {
  readonly file: Buffer;
  readonly type: string | null;
  /** `X-Output-Dimensions` and `X-Crop-Box`; null where they are not there. */
  readonly size: string | null;
  readonly box: string | null;
  readonly wasFound: boolean;
}

/** Sends calls over HTTP. */
export function overHttp(base: string, key: string): Send {
  return ({ headers, ...call }) => sendWithFetch(base, { ...call, headers: { ...headers, 'X-API-Key': key } });
}

/** Sends a picture with options in a form. @param background a file to lay under it */
export async function sendForm(
  send: Send,
  operation: OperationName,
  file: Buffer,
  given: Given = {},
  background?: Buffer,
): Promise<Made> {
  const options = Object.entries(given).map(([name, content]) => ({ name, content }));
  const under = background ? [{ name: 'background_image', content: background, fileName: 'background' }] : [];
  const { path } = operationNamed(operation);
  const { status, headers, body } = await send(multipartCall(path, '', [...options, ...under, filePart(file)]));
  expect(status, status === 200 ? '' : body.toString()).toBe(200);
  return {
    file: body,
    type: headers.get('Content-Type'),
    size: headers.get('X-Output-Dimensions'),
    box: headers.get('X-Crop-Box'),
    wasFound: headers.get('X-Subject-Found') !== 'false',
  };
}

/** The member with the picture, of the operations in JSON that answer with one. */
export const pictureMembers = {
  'image-without-background': 'img_without_background_base64',
  'car-image-without-background': 'img_without_background_base64',
  'alpha-channel': 'alpha_base64',
} as const;
export type PictureOperation = keyof typeof pictureMembers;

/** Sends a picture with options in JSON. @returns the picture in the answer, and what it says of it */
export async function sendJson(
  send: Send,
  operation: PictureOperation,
  file: Buffer,
  given: Given = {},
  background?: Buffer,
): Promise<Pick<Made, 'file' | 'size' | 'box'>> {
  const image_base64 = file.toString('base64');
  const under = background ? { background_image: background.toString('base64') } : {};
  const call = jsonCall(operationNamed(`${operation}-base64`).path, '', { image_base64, ...under, ...given });
  const { status, body } = await send(call);
  expect(status, status === 200 ? '' : body.toString()).toBe(200);
  const found = JSON.parse(body.toString());
  return {
    file: Buffer.from(found[pictureMembers[operation]], 'base64'),
    size: found.output_dimensions?.join() ?? null,
    box: found.crop_box?.join() ?? null,
  };
}

export const [wide, high] = [240, 180];

/** A coloured disc with a soft edge on black, left of the middle: `luma` sees the disc. */
export const disc = paint(wide, high, 3, (x, y) => {
  const inside = Math.max(0, Math.min(1, (50 - Math.hypot(x - 90, y - 100)) / 8));
  return [255, 200 + (x % 50), 180 + (y % 60)].map((value) => Math.round(value * inside));
});
export const car = async () => {
  const { data, info } = await sharp(readFileSync(inProject('test/fixtures/cars/coupe.jpg')))
    .resize(wide, high, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, channels: 3, data } as const;
};

/** The same pixels for the isolate and for the image lane. */
export const lanes = { edge: 'png', image: 'tiff' } as const;
export type Lane = keyof typeof lanes;
/** A picture and its alpha, whatever it came as. */
export async function pixelsOf(file: Buffer): Promise<Samples> {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, channels: 4, data };
}

/** Samples of a PNG as they are stored: one channel of a grey one. */
export async function readSamples(png: Buffer): Promise<Samples> {
  const { channels = 4 } = await sharp(png).metadata();
  const { data, info } = await sharp(png)
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, channels: channels === 1 ? 1 : 4, data };
}

export const alphaAt = ({ data, channels }: Samples, pixel: number) => data[pixel * channels + channels - 1];

export const raw = ({ widthPx, heightPx, channels, data }: Samples): Sharp =>
  sharp(data, { raw: { width: widthPx, height: heightPx, channels } });

/** Box of all that is above 12 of 255. */
export function subjectOf(plain: Samples): Box {
  const { widthPx, heightPx } = plain;
  let [left, top, right, bottom] = [widthPx, heightPx, -1, -1];
  for (let at = 0; at < widthPx * heightPx; at++) {
    if (alphaAt(plain, at) <= 12) continue;
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return [left, top, right - left + 1, bottom - top + 1];
}

/** The part of a picture that is in a box, transparent beyond it: by libvips. */
export async function boxed(plain: Samples, [left, top, width, height]: Box): Promise<Samples> {
  const [before, above] = [Math.max(0, -left), Math.max(0, -top)];
  const after = Math.max(0, left + width - plain.widthPx);
  const below = Math.max(0, top + height - plain.heightPx);
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const wider = await raw(plain)
    .extend({ left: before, right: after, top: above, bottom: below, background })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const extracted = await sharp(wider.data, { raw: rawOf(wider.info) })
    .extract({ left: left + before, top: top + above, width, height })
    .toColourspace(plain.channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer();
  return { widthPx: width, heightPx: height, channels: plain.channels, data: extracted };
}

const rawOf = ({ width, height, channels }: OutputInfo) => ({ width, height, channels });

/** Peak signal-to-noise ratio of colours, each pixel by its alpha, in decibels. */
export function psnr(found: Samples, expected: Samples): number {
  let [sum, weights] = [0, 0];
  for (let pixel = 0; pixel < expected.widthPx * expected.heightPx; pixel++) {
    const weight = alphaAt(expected, pixel) / 255;
    for (let channel = 0; channel < 3; channel++) {
      const apart = found.data[pixel * found.channels + channel] - expected.data[pixel * 4 + channel];
      sum += weight * apart * apart;
      weights += weight;
    }
  }
  return 10 * Math.log10(65_025 / (sum / weights));
}

export const alphas = (rgba: Samples): Buffer => Buffer.from(rgba.data.filter((_, at) => at % 4 === 3));

/**
 * Options as a user may send them, every one alone and with others, for cutouts and mattes alike. What each cuts, extends
 * or scales is compared with libvips in `src/edge/calls/outputs.test.ts`.
 */
export const geometries: readonly Given[] = [
  {},
  { crop: 'subject' },
  { crop: 'subject', crop_margin: '12' },
  { crop: 'subject', crop_margin: '50%' },
  { crop: 'subject', crop_margin: '10% 3px 0 500px' },
  { crop: 'subject', crop_margin: '5%', crop_cut_sides: 'flush' },
  { max_size: '80' },
  { max_size: '65535' },
  { position: 'center' },
  { position: '0% 100%' },
  { aspect: '4:1' },
  { aspect: '1:4', position: 'original' },
  { scale: '10%', max_size: '200' },
  { crop: 'subject', crop_margin: '5%', aspect: '4:5', scale: '80', max_size: '100' },
];
