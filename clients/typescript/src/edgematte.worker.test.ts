/** The same client in the Workers runtime: streams, forms and PNGs are the runtime's own there. */
import { expect, test } from 'vitest';
import { cutoutLocally } from './cutout-locally.ts';
import { Edgematte } from './edgematte.ts';
import { encodeRgb } from './png.ts';

const bytes = Uint8Array.from({ length: 70_001 }, (_, at) => (at * at) >> 3);
const address = 'https://api.example.org';

function streamed(): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + 9999));
      at += 9999;
    },
  });
}

test.each([
  ['a view', () => bytes],
  ['a stream', streamed],
])('%s is sent twice, whole both times', async (_, photo) => {
  const received: Uint8Array[] = [];
  const png = await (await encodeRgb({ width: 1, height: 1, data: new Uint8Array(3) })).arrayBuffer();
  const edgematte = new Edgematte({
    address,
    async fetch(input, init) {
      // Types of Workers leave files out of forms.
      const file = (await new Request(input, init).formData()).get('file') as unknown as File;
      received.push(new Uint8Array(await file.arrayBuffer()));
      const cut = received.length === 1 ? png.slice(0, -5) : png;
      return new Response(cut, { headers: { 'Content-Type': 'image/png' } });
    },
  });
  expect((await edgematte.cutout(photo())).bytes).toEqual(new Uint8Array(png));
  expect(received).toEqual([bytes, bytes]);
});

test('a stream becomes the Base64 of a JSON body', async () => {
  let text = '';
  const edgematte = new Edgematte({
    address,
    async fetch(input, init) {
      text = ((await new Request(input, init).json()) as { image_base64: string }).image_base64;
      return Response.json({ alpha_base64: '' });
    },
  });
  await edgematte.matteBase64(streamed());
  expect(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))).toEqual(bytes);
});

test('a local cutout is worked on by what the runtime has', async () => {
  // Grey, 2 × 1: 255 and 0.
  const matte = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGP4zwAAAgEBADK6K5IAAAAASUVORK5CYII=';
  const edgematte = new Edgematte({
    address,
    fetch: async () =>
      new Response(
        Uint8Array.from(atob(matte), (letter) => letter.charCodeAt(0)),
        {
          headers: { 'Content-Type': 'image/png' },
        },
      ),
  });
  const picture = { width: 2, height: 1, data: Uint8Array.of(9, 8, 7, 255, 9, 8, 7, 255) };
  await cutoutLocally(edgematte, picture);
  expect([...picture.data]).toEqual([9, 8, 7, 255, 0, 0, 0, 0]);
});
