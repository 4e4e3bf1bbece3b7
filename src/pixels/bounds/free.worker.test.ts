import { expect, test } from 'vitest';
import { free } from './free.ts';

test('memory is given back at once, and again without harm', () => {
  const whole = new Uint8Array(1000);
  const part = whole.subarray(10, 20);
  const other = new Uint8Array(1);
  free(whole, other);
  free(whole);
  expect([whole.buffer.byteLength, part.length, other.length]).toEqual([0, 0, 0]);
});
