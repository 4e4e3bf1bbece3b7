import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Progress, progressBar, progressLine, timeOf } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  [{ done: 0, failed: 0, total: 10 }, 0, '[------------------------] 0/10', '0 of 10 pictures'],
  [
    { done: 5, failed: 0, total: 10 },
    60,
    '[############------------] 5/10  5.0/min  60 s left',
    '5 of 10 pictures, 5.0/min, 60 s left',
  ],
  [
    { done: 4, failed: 1, total: 1000 },
    60,
    '[------------------------] 5/1000  5.0/min  3.3 h left  1 failed',
    '5 of 1000 pictures, 5.0/min, 3.3 h left, 1 failed',
  ],
  [{ done: 10, failed: 0, total: 10 }, 30, '[########################] 10/10  20.0/min', '10 of 10 pictures, 20.0/min'],
  [{ done: 0, failed: 0, total: 0 }, 0, '[########################] 0/0', '0 of 0 pictures'],
])('%j after %d s', (count, seconds, bar, line) => {
  expect([progressBar(count, seconds), progressLine(count, seconds)]).toEqual([bar, line]);
});

test('times are rounded as a person would', () => {
  expect([0.2, 98, 99, 3600, 6000].map(timeOf)).toEqual(['1 s', '98 s', '2 min', '60 min', '1.7 h']);
});

/** What a run of a picture every ten seconds writes. */
function written(isTTY: boolean, pictures: number): string[] {
  const texts: string[] = [];
  const write = (text: string) => texts.push(text) > 0;
  const progress = new Progress({ isTTY, columns: 80, write });
  for (let done = 1; done <= pictures; done++) {
    vi.advanceTimersByTime(10_000);
    progress.draw({ done, failed: 0, total: pictures });
  }
  progress.end();
  return texts;
}

test('on a terminal the bar is drawn over itself with every picture', () => {
  const texts = written(true, 3);
  expect(texts.map((text) => [text[0], text.slice(1, 27), text.endsWith('\u001b[K')])).toEqual([
    ['\r', `[${'#'.repeat(8)}${'-'.repeat(16)}]`, true],
    ['\r', `[${'#'.repeat(16)}${'-'.repeat(8)}]`, true],
    ['\r', `[${'#'.repeat(24)}]`, true],
    ['\n', '', false],
  ]);
});

test('in a log a line comes every half minute, and none in a short run', () => {
  expect(written(false, 2)).toEqual([]);
  expect(written(false, 7)).toEqual(['3 of 7 pictures, 6.0/min, 40 s left\n', '6 of 7 pictures, 6.0/min, 10 s left\n']);
});
