import { expect, test } from 'vitest';
import { bytes, layOut } from './memory.ts';

test('the kernels run in Workers', () => {
  const { kernels, arrays } = layOut({ all: bytes(9) });
  arrays.all.set(new TextEncoder().encode('Wikipedia'));
  expect(kernels.adler32(1, arrays.all.byteOffset, 9) >>> 0).toBe(0x11e60398);
});
