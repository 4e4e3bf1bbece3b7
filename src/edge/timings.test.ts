import { afterEach, expect, test, vi } from 'vitest';
import { Timings } from './timings.ts';

afterEach(() => vi.restoreAllMocks());

/** The clock, which says these times one after the other. */
function clock(...times: number[]): void {
  const now = vi.spyOn(performance, 'now');
  for (const time of times) now.mockReturnValueOnce(time);
}

test('steps are listed in the order of their ends, to a tenth of a millisecond', async () => {
  const timings = new Timings();
  expect(timings.header()).toBe('');
  clock(100, 102.46, 102.5, 107.55);
  expect(await timings.during('ledger', async () => 'answer')).toBe('answer');
  timings.add('decode', 7);
  await timings.during('receive', async () => {});
  expect(timings.header()).toBe('ledger;dur=2.5, decode;dur=7.0, receive;dur=5.0');
});

test('a step that fails took its time too', async () => {
  const timings = new Timings();
  clock(10, 13);
  await expect(timings.during('ledger', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(timings.header()).toBe('ledger;dur=3.0');
});
