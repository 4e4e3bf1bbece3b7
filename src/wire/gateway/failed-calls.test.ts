import { expect, test } from 'vitest';
import { FailedCalls } from './failed-calls.ts';

const call = (base: string, request: string | null, picture: string | null) => ({ base, request, picture });

function noted(...calls: readonly (readonly [base: string, request: string | null, picture: string | null])[]) {
  const failed = new FailedCalls();
  for (const each of calls) failed.note(call(...each), 0);
  return failed;
}

test('three calls of three pictures accuse an address, and no other', () => {
  const two = noted(['a', '1', 'p'], ['a', '2', 'q']);
  expect(two.accuse('a', 0)).toBe(false);
  two.note(call('a', '3', 'r'), 0);
  expect([two.accuse('a', 0), two.accuse('b', 0)]).toEqual([true, false]);
});

test.each([
  [
    'of one request',
    [
      ['a', '1', 'p'],
      ['a', '1', 'q'],
      ['a', '1', 'r'],
    ],
  ],
  [
    'of one picture',
    [
      ['a', '1', 'p'],
      ['a', '2', 'p'],
      ['a', '3', 'p'],
    ],
  ],
  [
    'of a picture that fails elsewhere',
    [
      ['a', '1', 'p'],
      ['a', '2', 'q'],
      ['a', '3', 'r'],
      ['b', '4', 'r'],
    ],
  ],
] as const)('calls %s are fewer', (_, calls) => {
  expect(noted(...calls).accuse('a', 0)).toBe(false);
});

test('calls without names each count', () => {
  expect(noted(['a', null, null], ['a', null, null], ['a', null, null]).accuse('a', 0)).toBe(true);
});

test('one picture, sent again and again to each of three addresses, accuses none', () => {
  const failed = new FailedCalls();
  for (let again = 0; again < 99; again++) {
    const base = 'abc'[again % 3];
    failed.note(call(base, `${again}`, 'hostile'), again * 100);
    expect(failed.accuse(base, again * 100)).toBe(false);
  }
});

test('after ten seconds a call is forgotten', () => {
  const failed = noted(['a', '1', 'p'], ['a', '2', 'q'], ['a', '3', 'r']);
  expect([failed.accuse('a', 9999), failed.accuse('a', 10_000)]).toEqual([true, false]);
});

test('an address that went out starts anew', () => {
  const failed = noted(['a', '1', 'p'], ['a', '2', 'q'], ['a', '3', 'r']);
  failed.forget('a');
  expect(failed.accuse('a', 0)).toBe(false);
});
