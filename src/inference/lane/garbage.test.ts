/** With fake timers: a minute is no wait. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Garbage } from './garbage.ts';
import { fixedBytes } from './need.ts';

const mebibyte = 1024 * 1024;

let collections: number;
let garbage: Garbage;

beforeEach(() => {
  vi.useFakeTimers();
  collections = 0;
  garbage = new Garbage(async () => {
    collections += 1;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** One picture after the other, each with a file and a reservation above what every picture takes, in MiB. */
async function work(pictures: number, fileMiB: number, pictureMiB: number): Promise<void> {
  for (let number = 0; number < pictures; number++) {
    garbage.received(fileMiB * mebibyte);
    garbage.reserved(fixedBytes + pictureMiB * mebibyte);
    await garbage.left();
  }
}

test('30 small pictures are collected together, a large one by itself', async () => {
  await work(30, 0.02, 0.1);
  expect(collections).toBe(0);
  await work(1, 2, 30);
  expect(collections).toBe(1);
  await work(3, 2, 30);
  expect(collections).toBe(4);
});

test('pictures that leave more than 16 MiB together are collected, and then it is counted anew', async () => {
  await work(3, 1, 3.5);
  expect(collections).toBe(0);
  await work(1, 1, 3.5);
  expect(collections).toBe(1);
  await work(3, 1, 3.5);
  expect(collections).toBe(1);
});

test('files of pictures that were refused before they reserved anything count', async () => {
  garbage.received(17 * mebibyte);
  await garbage.left();
  expect(collections).toBe(1);
});

test('the next picture waits for the collection', async () => {
  let end = () => {};
  garbage = new Garbage(() => new Promise((resolve) => (end = resolve)));
  let mayBegin = false;
  garbage.received(17 * mebibyte);
  const left = garbage.left().then(() => {
    mayBegin = true;
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(mayBegin).toBe(false);
  end();
  await left;
});

test('what is left of the last picture goes within a minute, once', async () => {
  await work(1, 0.02, 0.1);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(collections).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(collections).toBe(1);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(collections).toBe(1);
});

test('a minute begins anew with each picture, and none ends while one is worked on', async () => {
  await work(1, 0.02, 0.1);
  await vi.advanceTimersByTimeAsync(59_000);
  garbage.received(mebibyte);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(collections).toBe(0);
  await garbage.left();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(collections).toBe(1);
});

test('nothing is left to collect later once there was so much', async () => {
  await work(1, 0.02, 0.1);
  await work(1, 0, 17);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(collections).toBe(1);
});

test('waiting for the minute keeps no process alive', async () => {
  const set = vi.spyOn(globalThis, 'setTimeout');
  await work(1, 0.02, 0.1);
  expect(set.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
  set.mockRestore();
});
