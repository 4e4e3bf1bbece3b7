import { describe, expect, it } from 'vitest';
import { type Progress, printProgress } from './progress.ts';

const mb = 1_000_000;

function print(isTTY: boolean, events: readonly Partial<Progress>[]): string {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const listener = printProgress({ isTTY, write });
  for (const event of events) listener({ model: 'luma', step: 'fetch', doneBytes: 0, totalBytes: 100 * mb, ...event });
  return text;
}

describe('printProgress', () => {
  it('writes a line for the beginning and for each tenth into a log', () => {
    const steps = Array.from({ length: 1001 }, (_, step) => ({ doneBytes: (step * mb) / 10 }));
    const ends = [{ step: 'prepare' }, { step: 'try' }, { step: 'ready', doneBytes: 100 * mb }] as const;
    const other = steps.map((step) => ({ ...step, model: 'other', totalBytes: 0 }));
    const tenths = Array.from({ length: 10 }, (_, tenth) => `luma  ${tenth + 1}0.0 of 100.0 MB\n`);
    expect(print(false, [...steps, ...ends, ...steps, ...other, ...ends])).toBe(
      ['luma  fetching 100.0 MB\n', ...tenths, 'other  fetching\n'].join(''),
    );
  });

  it('redraws one line on a terminal and ends it', () => {
    const text = print(true, [
      { doneBytes: 50 * mb },
      { doneBytes: 51 * mb },
      { doneBytes: 100 * mb },
      { step: 'prepare' },
      { step: 'ready', doneBytes: 100 * mb },
    ]);
    const drawn = text.split('\r\u001b[K').slice(1);
    expect(drawn).toEqual([
      `luma  [${'#'.repeat(15)}${'-'.repeat(15)}]  50 %  50.0 of 100.0 MB`,
      `luma  [${'#'.repeat(30)}]  100 %  100.0 of 100.0 MB`,
      'luma  preparing',
      'luma  ready, 100.0 MB\n',
    ]);
  });

  it('survives a total of nothing and more than all', () => {
    expect(print(true, [{ totalBytes: 0 }])).toContain('100 %');
    expect(print(true, [{ doneBytes: 300 * mb }])).toContain('100 %');
  });
});
