import { afterEach, expect, it, vi } from 'vitest';
import { ImageFault, ReaderFault } from '../pipeline/picture/fault.ts';
import { refusalOf } from './refuse.ts';

afterEach(() => vi.restoreAllMocks());

it('a file over which a reader of ours failed is refused like a broken one, and the log has the cause', () => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(refusalOf(new ReaderFault(new TypeError('at 7')), 'multipart', true, 'r1')).toMatchObject({
    status: 422,
    code: 'INVALID_IMAGE',
  });
  expect(lines).toHaveBeenCalledOnce();
  const line: unknown = JSON.parse(String(lines.mock.calls[0][0]));
  expect(line).toMatchObject({ event: 'reader-failed', requestId: 'r1', failure: { cause: { message: 'at 7' } } });
});

it('a broken file is nothing to log', () => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(refusalOf(new ImageFault('invalid', 'No pixels'), 'multipart', true, 'r1').status).toBe(422);
  expect(lines).not.toHaveBeenCalled();
});
