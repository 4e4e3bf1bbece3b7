/** Bodies hold photos of each kind, and can be sent again. */
import { describe, expect, test } from 'vitest';
import { formBody, jsonBody } from './body.ts';
import { type Photo, rereadable } from './photo.ts';

const bytes = Uint8Array.from({ length: 100_003 }, (_, at) => (at * at) >> 3);
const options = { edge_colors: 'original', include_image_type: false, absent: undefined, nothing: null };

function streamInPieces(sizes: readonly number[]): ReadableStream<Uint8Array> {
  let at = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const size = sizes[turn++ % sizes.length];
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

const photos: Record<string, () => Photo> = {
  'a Blob': () => new Blob([bytes]),
  'an ArrayBuffer': () => bytes.buffer,
  'a view': () => bytes,
  'a stream': () => streamInPieces([65_536]),
  'a stream of odd pieces': () => streamInPieces([1, 2, 3, 1000, 4]),
};

describe.each(Object.entries(photos))('%s', (_, photo) => {
  test('is the file of a form, beside the options', async () => {
    const body = formBody(rereadable(photo()), options);
    for (let tries = 0; tries < 2; tries++) {
      const form = await new Response(await body.content(), { headers: { 'Content-Type': body.type } }).formData();
      expect([...form.keys()]).toEqual(['edge_colors', 'include_image_type', 'file']);
      expect([form.get('edge_colors'), form.get('include_image_type')]).toEqual(['original', 'false']);
      const file = form.get('file') as File;
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  test.each([
    [options, { edge_colors: 'original', include_image_type: false }],
    [{}, {}],
  ])('is the Base64 of a JSON body with %j', async (given, expected) => {
    const body = jsonBody(rereadable(photo()), given);
    for (let tries = 0; tries < 2; tries++) {
      const { image_base64: text, ...rest } = (await new Response(await body.content()).json()) as Record<
        string,
        string
      >;
      expect(rest).toEqual(expected);
      expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
      expect(Buffer.from(text, 'base64').equals(bytes)).toBe(true);
    }
  });
});

test('an address is sent in place of the file, beside the options', async () => {
  const address = new URL('https://images.example.com/a.jpg?b=ü');
  const form = formBody(rereadable(address), options);
  expect(form.bytes).toBe(((await form.content()) as Blob).size);
  const sent = await new Response(await form.content(), { headers: { 'Content-Type': form.type } }).formData();
  expect([...sent]).toEqual([
    ['edge_colors', 'original'],
    ['include_image_type', 'false'],
    ['image_url', address.href],
  ]);
  const json = jsonBody(rereadable(address), options);
  expect(await new Response(await json.content()).json()).toEqual({
    edge_colors: 'original',
    include_image_type: false,
    image_url: address.href,
  });
});

test('a whole file is sent with its length, a stream as it comes', async () => {
  for (const make of [formBody, jsonBody]) {
    expect(await make(rereadable(new Blob([bytes])), {}).content()).toBeInstanceOf(Blob);
    expect(await make(rereadable(streamInPieces([9])), {}).content()).toBeInstanceOf(ReadableStream);
  }
});

test('a stream that was left halfway is sent whole the next time', async () => {
  const body = formBody(rereadable(streamInPieces([1000])), {});
  const first = (await body.content()) as ReadableStream<Uint8Array>;
  const reader = first.getReader();
  for (let pieces = 0; pieces < 20; pieces++) await reader.read();
  await reader.cancel();
  const form = await new Response(await body.content(), { headers: { 'Content-Type': body.type } }).formData();
  expect((form.get('file') as File).size).toBe(bytes.length);
});

test('an option that is a file is a part of a form, and Base64 in JSON, beside a photo of each kind', async () => {
  const background = Uint8Array.from({ length: 1000 }, (_, at) => at * 7);
  const address = new URL('https://images.example.com/a.jpg');
  for (const given of [background, background.buffer, new Blob([background])]) {
    for (const photo of [new Blob([bytes]), streamInPieces([999]), address]) {
      const body = formBody(rereadable(photo), { crop: 'subject', background_image: given });
      const form = await new Response(await body.content(), { headers: { 'Content-Type': body.type } }).formData();
      expect([...form.keys()]).toEqual(['crop', 'background_image', photo === address ? 'image_url' : 'file']);
      const file = form.get('background_image') as File;
      expect(Buffer.from(await file.arrayBuffer()).equals(background)).toBe(true);
    }
    for (const photo of [new Blob([bytes]), streamInPieces([999]), address]) {
      const body = jsonBody(rereadable(photo), { crop: 'subject', background_image: given });
      const members = (await new Response(await body.content()).json()) as Record<string, string>;
      expect(Object.keys(members)).toContain(photo === address ? 'image_url' : 'image_base64');
      expect(Buffer.from(members.background_image, 'base64').equals(background)).toBe(true);
      expect(members.crop).toBe('subject');
    }
  }
});
