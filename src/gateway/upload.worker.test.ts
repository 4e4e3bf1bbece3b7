import { expect, test } from 'vitest';
import { uploadOf } from './upload.ts';

const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);
const request = (body: BodyInit | null) => new Request('http://inference/', { method: 'POST', body });

test('an upload comes out as it went in, and is out with its last byte', async () => {
  const upload = uploadOf(request(bytes));
  expect(upload.isOut).toBe(false);
  const received = new Uint8Array(await new Response(upload.body).arrayBuffer());
  expect(received).toEqual(bytes);
  await expect.poll(() => upload.isOut).toBe(true);
});

test('an upload of which a part was taken is not out', async () => {
  const upload = uploadOf(request(bytes));
  const reader = upload.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(upload.isOut).toBe(false);
});

test('a call without a body has none', () => {
  expect(uploadOf(new Request('http://inference/'))).toEqual({ body: null, isOut: false });
});
