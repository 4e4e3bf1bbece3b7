import { expect, test } from 'vitest';
import { openJpegRows } from './jpeg-rows.ts';

/** 24 x 16 pixels of one colour, baseline 4:2:0. */
const file = Uint8Array.from(
  atob(
    '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYV' +
      'FSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABgDASIAAhEBAxEB/8QAFQABAQAA' +
      'AAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAEG/8QAFBEBAAAAAAAAAAAAAAAAAAAA' +
      'AP/aAAwDAQACEQMRAD8AlAI1YAD/2Q==',
  ),
  (character) => character.charCodeAt(0),
);

test('rows of JPEG are read in Workers', () => {
  const reader = openJpegRows(file, { eighths: 8, grantedBytes: 2 ** 20, maxScans: 100 });
  expect([reader.widthPx, reader.heightPx, reader.channels]).toEqual([24, 16, 3]);
  const rows = new Uint8Array(24 * 16 * 3);
  expect(reader.read(16, rows)).toBe(16);
  expect([...rows]).toEqual(Array.from({ length: 24 * 16 }, () => [199, 41, 90]).flat());
  reader.close();
});
