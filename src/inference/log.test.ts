import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('a log writes one JSON object a line', () => {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  log.info('ready', { port: 1, host: undefined });
  log.warn('slow', { text: 'two\nlines' });
  log.error('broken', { text: 'x'.repeat(5000) });
  expect(lines.slice(0, 2)).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"ready","port":1}',
    '{"time":"1970-01-01T00:00:00.000Z","level":"warn","event":"slow","text":"two\\nlines"}',
  ]);
  expect(lines[2].length).toBeLessThan(2200);
});
