/** Rows without their alpha. */
import { expect, test } from 'vitest';
import { framePicture } from '../picture/frame.ts';
import { FlatRows } from './rows.ts';

const size = { widthPx: 5, heightPx: 2 };

/** A picture of so many channels: colours count up, alpha is 255 but for the last pixel of a row. */
function rowsOf(channels: 3 | 4): FlatRows {
  const samples = Uint8Array.from({ length: size.widthPx * size.heightPx * channels }, (_, at) => {
    const [pixel, channel] = [Math.floor(at / channels), at % channels];
    if (channel === 3) return pixel % size.widthPx === size.widthPx - 1 ? 249 : 255;
    return pixel * 3 + channel;
  });
  return new FlatRows(framePicture({ ...size, channels, samples, orientation: 1, icc: null }));
}

test.each([3, 4] as const)('of %i channels have red, green and blue of every pixel', (channels) => {
  const rows = rowsOf(channels);
  expect([...rows.next()]).toEqual(Array.from({ length: 15 }, (_, at) => at));
  expect([...rows.next()]).toEqual(Array.from({ length: 15 }, (_, at) => at + 15));
});

test('are clear where their alpha says so, and nowhere without one', () => {
  for (const [channels, clear] of [
    [3, false],
    [4, true],
  ] as const) {
    const rows = rowsOf(channels);
    rows.next();
    expect([rows.isClear(0), rows.isClear(4)]).toEqual([false, clear]);
  }
});
