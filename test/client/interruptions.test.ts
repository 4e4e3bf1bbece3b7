/** Sixty pictures, the command killed twice and the service twice: each is there once and paid at most once. */
import { expect, test } from 'vitest';
import { runInterrupted } from './interruptions.ts';

test('a folder is finished through four kills, and no picture is paid twice', { timeout: 600_000 }, async () => {
  const { runs, pictures, lastWords, lastStatus, strays } = await runInterrupted(60, 2);
  expect(lastStatus, lastWords).toBe(0);
  expect(runs).toBeGreaterThanOrEqual(3);
  expect(pictures.filter(({ isThere }) => !isThere)).toEqual([]);
  expect(pictures.filter(({ charges }) => charges > 1)).toEqual([]);
  // What the service had answered and not yet written down when it was killed is free.
  expect(pictures.filter(({ charges, struck }) => charges === 0 && !struck)).toEqual([]);
  expect(strays).toEqual(['.edgematte.journal']);
});
