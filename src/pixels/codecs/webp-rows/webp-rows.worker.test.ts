import { expect, test } from 'vitest';
import { openWebpRows } from './webp-rows.ts';

/** 24 x 16 pixels of one grey. */
const file = Uint8Array.from(
  atob('UklGRi4AAABXRUJQVlA4ICIAAACwAgCdASoYABAAPm0sk0WkIqGYBABABsS0gABKxAAA5EAA'),
  (character) => character.charCodeAt(0),
);

test('rows of WebP are read in Workers', () => {
  const reader = openWebpRows(file, { grantedBytes: 2 ** 20, withAlpha: true });
  expect([reader.widthPx, reader.heightPx, reader.channels]).toEqual([24, 16, 3]);
  const rows = new Uint8Array(24 * 16 * 3);
  expect(reader.read(16, rows)).toBe(16);
  expect([...rows]).toEqual(Array.from({ length: 24 * 16 }, () => [128, 128, 128]).flat());
  reader.close();
});
