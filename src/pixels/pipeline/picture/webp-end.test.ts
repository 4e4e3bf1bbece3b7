import { expect, test } from 'vitest';
import { atOnce } from '../../bounds/shared-thread.ts';
import { endAtPicture } from './webp-end.ts';

const endOf = (file: Uint8Array) => atOnce(endAtPicture(file));

/** A chunk of so many bytes, with the one that makes its length even. */
function chunk(type: string, bytes: number): Uint8Array {
  const made = new Uint8Array(8 + bytes + (bytes & 1));
  made.set(new TextEncoder().encode(type));
  new DataView(made.buffer).setUint32(4, bytes, true);
  made.fill(7, 8, 8 + bytes);
  return made;
}

/** A file of these chunks. */
function webp(...chunks: readonly Uint8Array[]): Uint8Array {
  const all = chunks.flatMap((each) => [...each]);
  const file = Uint8Array.from([...new TextEncoder().encode('RIFF....WEBP'), ...all]);
  new DataView(file.buffer).setUint32(4, file.length - 8, true);
  return file;
}

test.each([
  [10, 4],
  [9, 4],
  [10, 5],
  [9, 5],
])('what follows the container is left out: a picture of %i bytes, and %i behind it', (picture, behind) => {
  const file = webp(chunk('VP8 ', picture), chunk('EXIF', behind));
  expect(endOf(Uint8Array.of(...file, 1, 2, 3))).toEqual(file);
  expect(endOf(file)).toEqual(file);
});

test.each(['VP8 ', 'VP8L', 'ANMF'])('where what is behind a %s is cut, it is the end', (type) => {
  for (const picture of [10, 9]) {
    const file = webp(chunk(type, picture), chunk('EXIF', 20));
    expect(endOf(file.subarray(0, file.length - 5))).toEqual(webp(chunk(type, picture)));
  }
});

test('a file whose picture is cut, or that has none, stays as it is', () => {
  const file = webp(chunk('VP8X', 10), chunk('VP8 ', 10));
  const cut = file.subarray(0, file.length - 1);
  expect(endOf(cut)).toBe(cut);
  const none = webp(chunk('EXIF', 4));
  expect(endOf(none)).toBe(none);
});
