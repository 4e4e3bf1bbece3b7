import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createTokenCheck, isLoopback } from './token.ts';

const show = (authorization?: string) => ({ headers: { authorization } }) as IncomingMessage;

describe('a token', () => {
  it.each(['Bearer secret', 'bearer secret', 'Bearer   secret '])('is accepted in %j', (header) => {
    expect(() => createTokenCheck('secret', false)(show(header))).not.toThrow();
  });

  it.each([undefined, '', 'secret', 'Basic secret', 'Bearer', 'Bearer secre', 'Bearer secrets', 'Bearer secret more'])(
    'is refused in %j',
    (header) => {
      const check = () => createTokenCheck('secret', true)(show(header));
      expect(check).toThrow(expect.objectContaining({ status: 401, headers: { 'WWW-Authenticate': 'Bearer' } }));
    },
  );

  it('may be a former one while there is one', () => {
    const check = (shown: string) => createTokenCheck('new', false, ['old', 'older'])(show(`Bearer ${shown}`));
    for (const shown of ['new', 'old', 'older']) expect(() => check(shown)).not.toThrow();
    for (const shown of ['', 'ol', 'old,older', 'new,old']) {
      expect(() => check(shown)).toThrow(expect.objectContaining({ status: 401 }));
    }
  });

  it('that was never set is needed nowhere but off this machine', () => {
    expect(() => createTokenCheck(undefined, true)(show())).not.toThrow();
    expect(() => createTokenCheck(undefined, false)(show('Bearer x'))).toThrow(
      expect.objectContaining({ status: 503 }),
    );
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.0.0.1.example.com', false],
])('%s is reachable from this machine alone: %s', (host, local) => {
  expect(isLoopback(host)).toBe(local);
});
