import { expect, test } from 'vitest';
import { framePicture } from '../picture/frame.ts';
import { keepingRows, mostKeptBytes } from './kept-rows.ts';

function pictureOf(widthPx: number, heightPx: number) {
  const samples = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) => at % 253);
  return framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
}

test('rows are kept as they are read, and read as they are', () => {
  const plain = pictureOf(5, 12);
  const { picture, kept } = keepingRows(plain, [7, 2, 7, 11]);
  const [one, other] = [picture.rows(), plain.rows()];
  expect(kept.size).toBe(0);
  for (const [way, count] of [
    ['next', 2],
    ['skip', 1],
    ['next', 5],
    ['next', 9],
  ] as const) {
    if (way === 'next') expect(one.next(count)).toEqual(other.next(count));
    else for (const source of [one, other]) source.skip(count);
  }
  // The second row was passed over: another pass brings it.
  expect([...kept.keys()]).toEqual([7, 11]);
  const again = picture.rows();
  again.skip(2);
  again.next(1);
  const row = (y: number) =>
    plain
      .rows()
      .next(12)
      .slice(y * 15, y * 15 + 15);
  for (const y of [2, 7, 11]) expect(kept.get(y)).toEqual(row(y));
});

test('a picture passes over what is above it as before', () => {
  const plain = pictureOf(3, 3);
  let begun = 0;
  const part = {
    ...plain,
    rows: () => ({
      ...plain.rows(),
      *begin() {
        begun++;
        yield 1;
      },
    }),
  };
  expect([...(keepingRows(part, [1]).picture.rows().begin?.() ?? [])]).toEqual([1]);
  expect(begun).toBe(1);
  expect(keepingRows(plain, [1]).picture.rows().begin).toBeUndefined();
});

test('of rows that take too much none is kept', () => {
  const widthPx = Math.floor(mostKeptBytes / 3 / 2);
  const plain = pictureOf(widthPx, 3);
  for (const [wanted, most] of [
    [[0, 1], 2],
    [[0, 1, 2], 0],
  ] as const) {
    const { picture, kept } = keepingRows(plain, wanted);
    picture.rows().next(3);
    expect(kept.size).toBe(most);
  }
});
