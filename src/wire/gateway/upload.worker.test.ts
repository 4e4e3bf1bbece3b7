import { describe, expect, test } from 'vitest';
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

test('an upload that was consumed in part is not out', async () => {
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

/** A request whose body is sent as the test sends it. */
function streamed(source: Omit<UnderlyingByteSource, 'type'>): Request {
  return new Request('http://inference/', {
    method: 'POST',
    body: new ReadableStream({ type: 'bytes', ...source }),
  });
}

test('pieces are as large as a socket has them', async () => {
  const reader = uploadOf(request(bytes)).body?.getReader({ mode: 'byob' });
  const piece = await reader?.read(new Uint8Array(bytes.length));
  expect(piece?.value?.length).toBe(64 * 1024);
  await reader?.cancel();
});

describe('with a length said', () => {
  const said = (length: number) =>
    uploadOf(new Request(request(bytes), { headers: { 'Content-Length': String(length) } }));

  test('an upload of that length comes out', async () => {
    const upload = said(bytes.length);
    expect((await new Response(upload.body).arrayBuffer()).byteLength).toBe(bytes.length);
    await expect.poll(() => upload.isOut).toBe(true);
  });

  test('an upload of another length fails', async () => {
    for (const length of [bytes.length - 1, bytes.length + 1]) {
      await expect(new Response(said(length).body).arrayBuffer()).rejects.toThrow();
    }
  });

  test('an upload that has more is not out', async () => {
    const upload = said(bytes.length - 1);
    await expect(new Response(upload.body).arrayBuffer()).rejects.toThrow();
    expect(upload.isOut).toBe(false);
  });
});

test('an upload that breaks off breaks off on its way, and is not out', async () => {
  let pulls = 0;
  const upload = uploadOf(
    streamed({
      pull: (controller) => {
        pulls++;
        if (pulls > 1) throw new Error('The caller is gone');
        controller.enqueue(bytes.slice(0, 10));
      },
    }),
  );
  await expect(new Response(upload.body).arrayBuffer()).rejects.toThrow('The caller is gone');
  expect(upload.isOut).toBe(false);
});

test('where nobody reads more of an upload, its caller stops sending', async () => {
  let cancelled = false;
  const upload = uploadOf(
    streamed({
      pull: (controller) => controller.enqueue(bytes.slice()),
      cancel: () => {
        cancelled = true;
      },
    }),
  );
  const reader = upload.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(() => cancelled).toBe(true);
  expect(upload.isOut).toBe(false);
});
