/** Two PNG files in one stream. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { splitPngs } from './split.ts';

async function png(widthPx: number, heightPx: number): Promise<Buffer> {
  const data = Buffer.from(Array.from({ length: widthPx * heightPx * 3 }, (_, at) => (at * 2654435761) >>> 24));
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .png()
    .toBuffer();
}

/** The bytes in pieces of a size, and how many of them were asked for. */
function stream(bytes: Buffer, pieceBytes: number) {
  let at = 0;
  const state = { pieces: 0 };
  const readable = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        state.pieces++;
        if (at >= bytes.length) return controller.close();
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + pieceBytes)));
        at += pieceBytes;
      },
    },
    { highWaterMark: 0 },
  );
  return { readable, state };
}

async function whole(readable: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readable) pieces.push(piece);
  return Buffer.concat(pieces);
}

test.each([1, 7, 64, 100_000])('two files in pieces of %i bytes come apart', async (pieceBytes) => {
  const [one, two] = [await png(20, 9), await png(5, 30)];
  const { readable } = stream(Buffer.concat([one, two]), pieceBytes);
  const [first, second] = splitPngs(readable);
  expect((await whole(first)).equals(one)).toBe(true);
  expect((await whole(second)).equals(two)).toBe(true);
});

test('nothing is read before it is asked for', async () => {
  const { readable, state } = stream(Buffer.concat([await png(40, 40), await png(40, 40)]), 100);
  const [first] = splitPngs(readable);
  expect(state.pieces).toBe(0);
  await first.getReader().read();
  expect(state.pieces).toBe(1);
});

test('a stream that ends within its first file is a failure', async () => {
  const bytes = await png(20, 20);
  const [first] = splitPngs(stream(bytes.subarray(0, bytes.length - 5), 50).readable);
  await expect(whole(first)).rejects.toThrow('ended before its second PNG');
});
