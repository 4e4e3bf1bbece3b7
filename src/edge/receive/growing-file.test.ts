import { beforeEach, describe, expect, test } from 'vitest';
import { type FileRoom, GrowingFile } from './growing-file.ts';

const kib = 1024;
/** The memory behind a file. */
const heldBytes = (file: GrowingFile) => file.content().buffer.byteLength;

/** Room that counts, and has so many bytes. */
const counted = { bytes: 0, most: 0, limit: Number.POSITIVE_INFINITY };
const room: FileRoom = {
  take(bytes) {
    if (counted.bytes + bytes > counted.limit) throw new Error('no room');
    counted.bytes += bytes;
    counted.most = Math.max(counted.most, counted.bytes);
  },
  giveBack(bytes) {
    counted.bytes -= bytes;
  },
  keep() {},
};
beforeEach(() => void Object.assign(counted, { bytes: 0, most: 0, limit: Number.POSITIVE_INFINITY }));

test('pieces come back in their order, and what they were is no longer needed', () => {
  const file = new GrowingFile(10, null, room);
  const piece = Uint8Array.of(1, 2, 3);
  expect(file.append(piece)).toBe(true);
  piece.fill(9);
  expect(file.append(Uint8Array.of(4))).toBe(true);
  expect([...file.content()]).toEqual([1, 2, 3, 4]);
});

describe('memory', () => {
  test('is none before the first byte, whatever was announced', () => {
    expect(heldBytes(new GrowingFile(100 * kib, 90 * kib, room))).toBe(0);
    expect(counted.most).toBe(0);
  });

  test.each([
    ['64 KiB at first', null, 64 * kib],
    ['a part of what was announced, no less than 64 KiB', 900 * kib, 112.5 * kib],
    ['what was announced, where that is less', 40, 40],
    ['no more than the limit', null, 100, 100],
  ])('is %s', (_what, expectedBytes, held, limitBytes = 1024 * kib) => {
    const file = new GrowingFile(limitBytes, expectedBytes, room);
    file.append(Uint8Array.of(1));
    expect([heldBytes(file), counted.bytes]).toEqual([held, held]);
  });

  test('is not taken anew while the file fits what was announced', () => {
    const file = new GrowingFile(100, 40, room);
    file.append(new Uint8Array(1));
    const { buffer } = file.content();
    file.append(new Uint8Array(39));
    expect(file.content().buffer).toBe(buffer);
  });

  test('doubles as bytes come, up to what was announced; while it grows both buffers count, half as much again at most', () => {
    const file = new GrowingFile(1024 * kib, 300 * kib, room);
    const steps: number[][] = [];
    for (const bytes of [64, 1, 64, 100, 71]) {
      counted.most = 0;
      file.append(new Uint8Array(bytes * kib));
      steps.push([heldBytes(file) / kib, counted.bytes / kib, counted.most / kib]);
    }
    expect(steps).toEqual([
      [75, 75, 75],
      [75, 75, 0],
      [150, 150, 225],
      [300, 300, 450],
      [300, 300, 0],
    ]);
  });

  test('grows beyond what was announced where more comes, to what one piece needs, up to the limit', () => {
    const file = new GrowingFile(100, 10, room);
    for (const [bytes, held] of [
      [10, 10],
      [1, 100],
    ]) {
      file.append(new Uint8Array(bytes));
      expect([heldBytes(file), counted.bytes]).toEqual([held, held]);
    }
  });

  test('of a buffer that was outgrown is free at once', () => {
    const file = new GrowingFile(1024 * kib, null, room);
    file.append(new Uint8Array(64 * kib));
    const { buffer } = file.content();
    file.append(Uint8Array.of(1));
    expect(buffer.byteLength).toBe(0);
  });

  test('that there is not is said, and what there was stays', () => {
    const file = new GrowingFile(1024 * kib, null, room);
    counted.limit = 128 * kib;
    file.append(new Uint8Array(64 * kib));
    expect(() => file.append(Uint8Array.of(1))).toThrow('no room');
    expect([file.length, counted.bytes]).toEqual([64 * kib, 64 * kib]);
  });
});

test('a file of the limit is kept; one byte more is refused, and all of it is let go', () => {
  const file = new GrowingFile(100, null, room);
  expect(file.append(new Uint8Array(100))).toBe(true);
  expect(file.content().length).toBe(100);
  expect(file.append(new Uint8Array(1))).toBe(false);
  expect([file.content().length, heldBytes(file), counted.bytes]).toEqual([0, 0, 0]);
});
