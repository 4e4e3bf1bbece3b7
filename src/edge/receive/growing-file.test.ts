import { describe, expect, test } from 'vitest';
import { GrowingFile } from './growing-file.ts';

const kib = 1024;
/** The memory behind a file. */
const heldBytes = (file: GrowingFile) => file.content().buffer.byteLength;

test('pieces come back in their order, and what they were is no longer needed', () => {
  const file = new GrowingFile(10, null);
  const piece = Uint8Array.of(1, 2, 3);
  expect(file.append(piece)).toBe(true);
  piece.fill(9);
  expect(file.append(Uint8Array.of(4))).toBe(true);
  expect([...file.content()]).toEqual([1, 2, 3, 4]);
});

describe('memory', () => {
  test.each([
    ['what was announced', 40, 40],
    ['no more than the limit, whatever was announced', 101, 100],
    ['no more than the limit where nothing was announced', null, 100],
  ])('is at first %s', (_what, expectedBytes, held) => {
    expect(heldBytes(new GrowingFile(100, expectedBytes))).toBe(held);
  });

  test('is 256 KiB at first where nothing was announced', () => {
    expect(heldBytes(new GrowingFile(1024 * kib, null))).toBe(256 * kib);
  });

  test('is not taken anew while the file fits what was announced', () => {
    const file = new GrowingFile(100, 40);
    const { buffer } = file.content();
    file.append(new Uint8Array(40));
    expect(file.content().buffer).toBe(buffer);
  });

  test('doubles, or grows to what one piece needs, up to the limit', () => {
    const file = new GrowingFile(100, 10);
    file.append(new Uint8Array(11));
    expect(heldBytes(file)).toBe(20);
    file.append(new Uint8Array(40));
    expect(heldBytes(file)).toBe(51);
    file.append(new Uint8Array(1));
    expect(heldBytes(file)).toBe(100);
  });
});

test('a file of the limit is kept; one byte more is refused, and all of it is let go', () => {
  const file = new GrowingFile(100, null);
  expect(file.append(new Uint8Array(100))).toBe(true);
  expect(file.content().length).toBe(100);
  expect(file.append(new Uint8Array(1))).toBe(false);
  expect([file.content().length, heldBytes(file)]).toEqual([0, 0]);
});
