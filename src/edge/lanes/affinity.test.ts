import { expect, test } from 'vitest';
import { affinityOf, pictureMark } from './affinity.ts';

const file = new Uint8Array(200_000).fill(7);

test('a picture of a caller has one affinity, and others have others', () => {
  const affinity = affinityOf('a', file);
  expect(affinity).toMatch(/^[0-9a-f]{8}$/);
  expect(affinityOf('a', file.slice())).toBe(affinity);
  const changed = file.slice();
  changed[file.length - 1] = 8;
  expect([affinityOf('b', file), affinityOf('a', changed), affinityOf('a', file.subarray(1))]).not.toContain(affinity);
});

test('a picture has one mark for all callers', () => {
  const mark = pictureMark(file);
  expect(mark).toMatch(/^[0-9a-f]{8}$/);
  expect(pictureMark(file.slice())).toBe(mark);
  expect([pictureMark(file.subarray(1)), affinityOf('a', file)]).not.toContain(mark);
});
