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
  it('writes one line per tenth into a log', () => {
    const steps = Array.from({ length: 1001 }, (_, step) => ({ doneBytes: (step * mb) / 10 }));
    const lines = print(false, [...steps, { step: 'prepare' }, { step: 'ready', doneBytes: 100 * mb }]).split('\n');
    expect(lines).toHaveLength(11 + 2 + 1);
    expect(lines.slice(0, 2)).toEqual(['luma  0 %  0.0 of 100.0 MB', 'luma  10 %  10.0 of 100.0 MB']);
    expect(lines.slice(-4)).toEqual(['luma  100 %  100.0 of 100.0 MB', 'luma  preparing', 'luma  ready, 100.0 MB', '']);
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
    expect(print(false, [{ totalBytes: 0 }])).toContain('100 %');
    expect(print(false, [{ doneBytes: 300 * mb }])).toContain('100 %');
  });
});
