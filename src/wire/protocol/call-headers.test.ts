import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  callHeaders,
  isUnreachable,
  readCall,
  readCaller,
  readMayKeep,
  readRemainingMs,
  readRequestId,
  readTraceparent,
  traceIdOf,
} from './call-headers.ts';

const read = (headers: Record<string, string>) => (name: string) => new Headers(headers).get(name);

describe('the terms of a call', () => {
  it('are read as they were written', () => {
    const ids = fc.option(fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/), { nil: undefined });
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 600_000 }), (requestId, call, remainingMs) => {
        const header = read(callHeaders({ requestId, call, remainingMs }));
        expect([readRequestId(header), readCall(header), readRemainingMs(header)]).toEqual([
          requestId,
          call,
          remainingMs,
        ]);
      }),
    );
  });

  it('name whose turn it is, where that is usable', () => {
    const named = (caller: string | undefined) => callHeaders({ requestId: undefined, caller, remainingMs: 1 });
    expect(readCaller(read(named('0123456789abcdef')))).toBe('0123456789abcdef');
    for (const caller of [undefined, '', 'a b', 'a'.repeat(65)]) expect(readCaller(read(named(caller)))).toBe('');
    expect(Object.keys(named(''))).toEqual(['X-Deadline-Ms']);
  });

  it('name the caller a second time where outputs may be kept, and there alone', () => {
    const terms = { requestId: undefined, caller: '0123', remainingMs: 1 };
    const kept = callHeaders({ ...terms, mayKeep: true, affinity: 'a1' });
    expect(kept).toEqual({ 'X-Turn-Of': '0123', 'X-Caller': '0123', 'X-Affinity': 'a1', 'X-Deadline-Ms': '1' });
    expect(readMayKeep(read(kept))).toBe(true);
    for (const mayKeep of [false, undefined]) {
      const plain = callHeaders({ ...terms, mayKeep });
      expect(plain).toEqual({ 'X-Turn-Of': '0123', 'X-Deadline-Ms': '1' });
      expect(readMayKeep(read(plain))).toBe(false);
    }
  });

  it.each([
    {},
    { 'X-Turn-Of': 'a' },
    { 'X-Caller': 'a' },
    { 'X-Caller': '', 'X-Turn-Of': '' },
    { 'X-Caller': 'b', 'X-Turn-Of': 'a' },
    { 'X-Caller': 'a b', 'X-Turn-Of': 'a b' },
  ])('let nothing be kept for %j', (headers) => {
    expect(readMayKeep(read(headers as Record<string, string>))).toBe(false);
  });

  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  it('hand the trace on as it came', () => {
    const header = read(callHeaders({ requestId: undefined, traceparent: trace, remainingMs: 1 }));
    expect(readTraceparent(header)).toBe(trace);
    expect(traceIdOf(trace)).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(traceIdOf(undefined)).toBeUndefined();
  });

  it.each([
    '',
    'x',
    trace.toUpperCase(),
    `${trace}-1`,
    trace.replace(/^00/, 'ff'),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
  ])('are no trace in %j', (traceparent) => {
    expect(readTraceparent(read({ traceparent }))).toBeUndefined();
  });

  it('leave at least a millisecond, in whole ones', () => {
    const remaining = (remainingMs: number) =>
      readRemainingMs(read(callHeaders({ requestId: undefined, remainingMs })));
    expect([-3, 0, 0.4, 1.9].map(remaining)).toEqual([1, 1, 1, 1]);
  });

  it.each([
    [{}, 60_000],
    [{ 'X-Deadline-Ms': '600001' }, 600_000],
    [{ 'X-Deadline-Ms': '-5' }, -5],
    [{ 'X-Deadline-Ms': '12.5' }, 12.5],
  ])('%j is %d ms', (headers, expected) => {
    expect(readRemainingMs(read(headers as Record<string, string>))).toBe(expected);
  });

  it.each(['soon', '', '1e3', '0x10', '1.'])('"%s" is no time', (text) => {
    expect(() => readRemainingMs(read({ 'X-Deadline-Ms': text }))).toThrow(
      'Expected milliseconds that remain as X-Deadline-Ms',
    );
  });

  it.each(['', 'a b', 'ä', '{}', 'x'.repeat(65)])('"%s" names no request, and no call', (text) => {
    expect(readRequestId((name) => (name === 'X-Request-Id' ? text : null))).toBeUndefined();
    expect(readCall((name) => (name === 'X-Call' ? text : null))).toBeUndefined();
  });
});

test.each([
  [502, 'unreachable', true],
  [504, 'unreachable', true],
  [503, 'unreachable', false],
  [502, 'other', false],
])('a %d of the gateway that says "%s": unreachable is %s', (status, said, expected) => {
  expect(isUnreachable(new Response('', { status, headers: { 'X-Gateway-Error': said } }))).toBe(expected);
});
