/** A thousand pictures by `npx edgematte`, which is killed five times, and the service five times. */
import { expect, test } from 'vitest';
import { runInterrupted } from '../client/interruptions.ts';

test('each picture is there once, and none is paid twice', { timeout: 1_200_000 }, async () => {
  const { runs, pictures, lastWords, lastStatus, strays } = await runInterrupted(1000, 5);
  const calls = pictures.reduce((sum, picture) => sum + picture.calls, 0);
  const free = pictures.filter(({ charges }) => charges === 0);
  console.log(`${pictures.length} pictures in ${runs} runs and ${calls} calls; ${free.length} not charged`);
  expect(lastStatus, lastWords).toBe(0);
  expect(pictures.filter(({ isThere }) => !isThere)).toEqual([]);
  expect(pictures.filter(({ charges }) => charges > 1)).toEqual([]);
  expect(free.filter(({ struck }) => !struck)).toEqual([]);
  expect(strays).toEqual(['.edgematte.journal']);
});
