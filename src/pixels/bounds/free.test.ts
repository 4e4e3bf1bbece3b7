/** What memory that is given back looks like in Node. */
import { expect, test } from 'vitest';
import { free } from './free.ts';

test('arrays are empty, and so is what shares their memory; a second time does nothing', () => {
  const array = Uint8Array.of(1, 2, 3);
  const part = array.subarray(1);
  free(array);
  free(array, part);
  expect([array.length, part.length]).toEqual([0, 0]);
});

test('the pool of small buffers stays, with all that is in it', () => {
  const small = Buffer.from('small');
  expect(small.buffer.byteLength).toBeGreaterThan(small.length);
  free(small);
  expect(small.toString()).toBe('small');
});
