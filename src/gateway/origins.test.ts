import { describe, expect, test } from 'vitest';
import { Origins } from './origins.ts';

function three() {
  let nowMs = 10_000;
  let random = 0;
  const origins = new Origins(
    ['a', 'b', 'c'],
    () => nowMs,
    () => random,
  );
  return {
    origins,
    chosen: (drawn = 0) => {
      random = drawn;
      return origins.choose(null).base;
    },
    preferring: (preferred: number, drawn: number) => {
      random = drawn;
      return origins.choose(preferred).base;
    },
    due: () => origins.dueForProbe().map(({ base }) => base),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('a call goes', () => {
  test('to any of those that are equally busy', () => {
    const { chosen } = three();
    expect([0, 0.34, 0.99].map(chosen)).toEqual(['a', 'b', 'c']);
  });

  test('to the one with the fewest calls on their way', () => {
    const { origins, chosen } = three();
    for (const drawn of ['a', 'b', 'c', 'a', 'b']) {
      expect(chosen()).toBe(drawn);
      origins.choose(null).outstanding += 1;
    }
    expect(chosen(0.99)).toBe('c');
  });

  test('to the one that it prefers, however busy, while that is in', () => {
    const { origins, preferring } = three();
    const preferred = origins.choose(2);
    preferred.outstanding += 5;
    expect([0, 0.99].map((drawn) => preferring(2, drawn))).toEqual(['c', 'c']);
    origins.putOut(preferred);
    expect([0, 0.99].map((drawn) => preferring(2, drawn))).toEqual(['a', 'b']);
    preferred.isOut = false;
    expect(preferring(2, 0)).toBe('c');
  });

  test('to none that is out, and to any where all are', () => {
    const { origins, chosen } = three();
    origins.putOut(origins.choose(null));
    expect([0, 0.99].map(chosen)).toEqual(['b', 'c']);
    origins.putOut(origins.choose(null));
    origins.putOut(origins.choose(null));
    expect([0, 0.99].map(chosen)).toEqual(['a', 'c']);
  });
});

test('an address is asked every two seconds whether it is ready, every second while it is out, and once at a time', () => {
  const { origins, due, pass } = three();
  expect(due()).toEqual(['a', 'b', 'c']);
  expect(due()).toEqual([]);
  pass(500);
  origins.putOut(origins.choose(null));
  pass(999);
  expect(due()).toEqual([]);
  pass(1);
  expect(due()).toEqual(['a']);
  pass(500);
  expect(due()).toEqual(['b', 'c']);
});
