import { describe, expect, it, vi } from 'vitest';
import { readBoundedBody } from './bounded-body.ts';
import { byteStreamOf } from './testing/byte-stream.ts';

const chunks = [Uint8Array.of(1, 2), Uint8Array.of(3), Uint8Array.of(4, 5)];

describe('a body', () => {
  it.each([
    ['with', '5'],
    ['without', null],
    ['with an unusable', 'many'],
  ])('is read %s length', async (_, length) => {
    expect(await readBoundedBody(byteStreamOf(chunks), length, 5)).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
  });

  it('may be absent', async () => {
    expect(await readBoundedBody(null, null, 5)).toEqual(new Uint8Array(0));
  });

  it('that announces too much is not read', async () => {
    const onCancel = vi.fn();
    await expect(readBoundedBody(byteStreamOf(chunks, onCancel), '6', 5)).rejects.toThrow('larger than 5 bytes');
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('that turns out too large is left', async () => {
    const onCancel = vi.fn();
    await expect(readBoundedBody(byteStreamOf(chunks, onCancel), null, 2)).rejects.toThrow('larger than 2 bytes');
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it.each([
    ['longer', '4'],
    ['shorter', '6'],
  ])('that is %s than it said is refused', async (word, length) => {
    await expect(readBoundedBody(byteStreamOf(chunks), length, 10)).rejects.toThrow(
      `The body is ${word} than its Content-Length`,
    );
  });
});
