import { describe, expect, test } from 'vitest';
import { Refused } from '../../contract/refusals.ts';
import { readFields } from '../../contract/removebg/fields.ts';
import { unconfigured } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { bodyWithRoom } from '../testing/room.ts';
import { receiveRemovebgCall } from './receive.ts';

const url = 'https://images.example.com/a.jpg';
/** Every field, as tools send them that send all of their form. */
const names = [
  'image_file_b64',
  'size',
  'type',
  'type_level',
  'format',
  'channels',
  'bg_color',
  'bg_image_url',
  'roi',
  'crop',
  'crop_margin',
  'scale',
  'position',
  'add_shadow',
  'shadow_type',
  'shadow_opacity',
  'semitransparency',
];
const files = ['image_file', 'bg_image_file'];

function received(body: string, type: string) {
  const request = new Request('http://edge', { method: 'POST', headers: { 'Content-Type': type }, body });
  const exchange = { request, settings: unconfigured } as Exchange;
  return receiveRemovebgCall(exchange, bodyWithRoom(request, unconfigured.limits));
}

const multipartOf = (parts: readonly string[]) =>
  `${parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--b--\r\n`;

const bodies: Readonly<Record<string, (image: string) => readonly [body: string, type: string]>> = {
  'multipart/form-data': (image) => [
    multipartOf([
      ...names.map((name) => `name="${name}"\r\n\r\n`),
      ...files.map((name) => `name="${name}"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n`),
      `name="image_url"\r\n\r\n${image}`,
    ]),
    'multipart/form-data; boundary=b',
  ],
  'application/x-www-form-urlencoded': (image) => [
    [...names, ...files]
      .map((name) => `${name}=`)
      .join('&')
      .concat(`&image_url=${encodeURIComponent(image)}`),
    'application/x-www-form-urlencoded',
  ],
  'JSON of empty texts': (image) => [
    JSON.stringify({ ...Object.fromEntries([...names, ...files].map((name) => [name, ''])), image_url: image }),
    'application/json',
  ],
  'JSON of nulls': (image) => [
    JSON.stringify({ ...Object.fromEntries([...names, ...files].map((name) => [name, null])), image_url: image }),
    'application/json',
  ],
};

describe.each(Object.entries(bodies))('%s with every field empty', (_kind, bodyOf) => {
  test('but the address is a call by that', async () => {
    const call = await received(...bodyOf(url));
    expect(call.source).toBe(url);
    expect(call.background).toBeNull();
    expect(call.wanted).toEqual(readFields(new Map()));
  });

  test('is a call without an image, whose fields are listed', async () => {
    const refused = await received(...bodyOf('')).catch((cause: unknown) => cause);
    if (!(refused instanceof Refused)) throw new Error(`Expected a refusal, not ${JSON.stringify(refused)}`);
    expect(JSON.stringify(refused.refusal.body)).toContain('No image was given');
    expect(refused.refusal.receivedFields).toContain('image_file_b64, size, type, ');
  });
});
