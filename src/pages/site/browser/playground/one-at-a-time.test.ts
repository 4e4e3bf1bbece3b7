import { expect, test } from 'vitest';
import { OneAtATime } from './one-at-a-time.ts';

/** Work on what is wanted, each of which waits for the test. */
function scene() {
  const done: string[] = [];
  const ends: (() => void)[] = [];
  let wanted = '';
  const work = new OneAtATime(async () => {
    const mine = wanted;
    await new Promise<void>((resolve) => ends.push(resolve));
    done.push(mine);
  });
  const want = (what: string) => {
    wanted = what;
    return work.ask();
  };
  return { done, ends, want, work };
}

test('what is asked for meanwhile is done after it, the newest alone', async () => {
  const { done, ends, want, work } = scene();
  const all = [want('a'), want('b'), want('c')];
  expect([ends.length, work.isRunning]).toEqual([1, true]);
  ends[0]();
  await expect.poll(() => ends.length).toBe(2);
  expect(done).toEqual(['a']);
  ends[1]();
  await Promise.all(all);
  expect([done, work.isRunning]).toEqual([['a', 'c'], false]);
});

test('what is asked for later is done by itself', async () => {
  const { done, ends, want } = scene();
  const first = want('a');
  ends[0]();
  await first;
  const second = want('b');
  ends[1]();
  await second;
  expect(done).toEqual(['a', 'b']);
});
