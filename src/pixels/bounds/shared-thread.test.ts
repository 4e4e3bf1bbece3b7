/** How often long work lets others in. */
import { expect, test } from 'vitest';
import { SharedThread } from './shared-thread.ts';

test('a turn comes after a fixed amount of work, in pieces of whatever size, and then after as much again', () => {
  for (const pieceUs of [1, 100, 12_500]) {
    const thread = new SharedThread(async () => {});
    let pauses = 0;
    for (let doneUs = 0; doneUs < 200_000; doneUs += pieceUs) if (thread.after(pieceUs)) pauses++;
    expect([pauses, thread.given], `pieces of ${pieceUs}`).toEqual([4, 4]);
  }
});

test('one piece that takes longer than a turn is followed by one', () => {
  const thread = new SharedThread(async () => {});
  expect(thread.after(10_000_000)).toBeInstanceOf(Promise);
  expect(thread.after(1)).toBeNull();
});

test('a timer that was set before fires within the turn', async () => {
  const seen: string[] = [];
  setTimeout(() => seen.push('other'), 0);
  await new SharedThread().after(1_000_000);
  seen.push('work');
  expect(seen).toEqual(['other', 'work']);
});
