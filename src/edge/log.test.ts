import { afterEach, expect, test, vi } from 'vitest';
import { log } from './log.ts';

afterEach(() => vi.restoreAllMocks());

test('a line is one JSON object; it has all causes, and errors go to console.error', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
  log('info', 'begun');
  log('warning', 'slow', { requestId: 'r' });
  const cause = new TypeError('inner', { cause: 'a text' });
  log('error', 'failed', { failure: new Error('outer', { cause }) });

  expect(said.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { level: 'info', event: 'begun' },
    { level: 'warning', event: 'slow', requestId: 'r' },
  ]);
  const [[line]] = failed.mock.calls;
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    event: 'failed',
    failure: {
      name: 'Error',
      message: 'outer',
      stack: expect.stringContaining('log.test.ts'),
      cause: { name: 'TypeError', message: 'inner', cause: 'a text' },
    },
  });
  expect(JSON.parse(line).failure.cause.cause).toBe('a text');
});
