import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isIn } from './origin.ts';
import { type OriginLine, Origins } from './origins.ts';

function three() {
  let nowMs = 10_000;
  let random = 0;
  const lines: OriginLine[] = [];
  const origins = new Origins(['a', 'b', 'c'], {
    now: () => nowMs,
    random: () => random,
    log: (line) => lines.push(line),
  });
  return {
    origins,
    lines,
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
    origins.putOut(preferred, 'not-ready');
    expect([0, 0.99].map((drawn) => preferring(2, drawn))).toEqual(['a', 'b']);
    preferred.out = null;
    expect(preferring(2, 0)).toBe('c');
  });

  test('to none that is out, and to any where all are', () => {
    const { origins, chosen } = three();
    origins.putOut(origins.choose(null), 'not-ready');
    expect([0, 0.99].map(chosen)).toEqual(['b', 'c']);
    origins.putOut(origins.choose(null), 'not-ready');
    origins.putOut(origins.choose(null), 'not-ready');
    expect([0, 0.99].map(chosen)).toEqual(['a', 'c']);
  });
});

test('an address is asked every two seconds whether it is ready, every second while it is out, and once at a time', () => {
  const { origins, due, pass } = three();
  expect(due()).toEqual(['a', 'b', 'c']);
  expect(due()).toEqual([]);
  pass(500);
  origins.putOut(origins.choose(null), 'not-ready');
  pass(999);
  expect(due()).toEqual([]);
  pass(1);
  expect(due()).toEqual(['a']);
  pass(500);
  expect(due()).toEqual(['b', 'c']);
});

const ok = { status: 200, isBusy: false, wasOut: false, request: null, picture: null };
const failure = { ...ok, status: 500 };

describe('the way back of an address that refused the token or failed at calls', () => {
  test('is five seconds, and doubles up to a minute while it refuses again', () => {
    const { origins, due, pass } = three();
    const [a] = origins.all;
    due();
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      origins.putOut(a, 'token');
      // Of calls that were on their way with it.
      origins.putOut(a, 'token');
      pass(seconds * 1000 - 1);
      expect(due()).not.toContain('a');
      pass(1);
      expect(due()).toContain('a');
    }
    expect(a.outs.token).toBe(1);
  });

  test('cannot be shortened by what it says of itself meanwhile', () => {
    const { origins, chosen, pass } = three();
    const [a] = origins.all;
    origins.putOut(a, 'failing');
    origins.probed(a, 'ready');
    origins.probed(a, 'unreachable');
    origins.probed(a, 'ready');
    expect([a.out, chosen()]).toEqual(['failing', 'b']);
    pass(5000);
    origins.probed(a, 'ready');
    expect([a.out, chosen()]).toEqual([null, 'a']);
  });

  test('is one call at a time until it has answered three', () => {
    const { origins, chosen, preferring, pass } = three();
    const [a] = origins.all;
    origins.putOut(a, 'failing');
    pass(5000);
    origins.probed(a, 'ready');
    a.outstanding = 1;
    expect([chosen(), preferring(0, 0)]).toEqual(['b', 'b']);
    a.outstanding = 0;
    for (let calls = 0; calls < 3; calls++) {
      for (const other of origins.all) other.outstanding = other === a ? 0 : 4;
      expect(chosen()).toBe('a');
      a.outstanding = 3;
      expect(chosen()).toBe('b');
      origins.answered(a, ok);
    }
    expect([chosen(), preferring(0, 0)]).toEqual(['a', 'a']);
    expect(a.penaltyMs).toBe(0);
  });

  test('ends at the first failure while another answers, and is twice as long then', () => {
    const { origins, pass, lines } = three();
    const [a, b] = origins.all;
    origins.putOut(a, 'failing');
    pass(5000);
    origins.probed(a, 'ready');
    origins.answered(b, ok);
    origins.answered(a, { ...failure, isBusy: true });
    expect(a.out).toBeNull();
    origins.answered(a, failure);
    expect([a.out, a.penaltyMs]).toEqual(['failing', 10_000]);
    expect(lines.map(({ event, reason }) => [event, reason])).toEqual([
      ['origin-out', 'failing'],
      ['origin-back', 'failing'],
      ['origin-out', 'failing'],
    ]);
  });
});

describe('failures', () => {
  const fail = (origins: Origins, index: number, name: string) =>
    origins.answered(origins.all[index], { ...failure, request: name, picture: name });

  test('put out all addresses but the last one that is in, whatever fails', () => {
    const { origins, pass } = three();
    for (let call = 0; call < 60; call++) {
      const index = call % 3;
      if (origins.all[index].out === null) fail(origins, index, `bad ${call}`);
      for (const origin of origins.all) if (origin.out === null) origins.answered(origin, ok);
      expect(origins.all.some(({ out }) => out === null)).toBe(true);
      pass(100);
    }
    expect(origins.all.filter(({ out }) => out === 'failing')).toHaveLength(2);
  });

  test('of one picture put out none in turn', () => {
    const { origins, pass, lines } = three();
    for (let call = 0; call < 60; call++) {
      origins.answered(origins.all[call % 3], { ...failure, request: `${call}`, picture: 'hostile' });
      for (const origin of origins.all) origins.answered(origin, ok);
      pass(100);
    }
    expect(lines).toEqual([]);
  });

  test('older than ten seconds, or while no other answered so long, put none out', () => {
    const { origins, pass } = three();
    origins.answered(origins.all[1], ok);
    for (const name of ['1', '2', '3']) {
      fail(origins, 0, name);
      pass(5000);
      origins.answered(origins.all[1], ok);
    }
    expect(origins.all[0].out).toBeNull();
    pass(10_000);
    for (const name of ['4', '5', '6']) fail(origins, 0, name);
    expect(origins.all[0].out).toBeNull();
  });

  test('of a late answer say nothing of an address that is out', () => {
    const { origins } = three();
    const [a, b] = origins.all;
    origins.answered(b, ok);
    origins.putOut(a, 'token');
    origins.answered(a, ok);
    expect(a.out).toBe('token');
  });
});

describe('an address that serves something else', () => {
  const [one, other] = [
    { weights: 'a1', pipeline: 'b1' },
    { weights: 'a2', pipeline: 'b1' },
  ];

  test('than most is out, with a line, until it serves the same', () => {
    const { origins, lines, chosen } = three();
    const [a, b, c] = origins.all;
    origins.probed(a, other);
    origins.probed(b, one);
    expect(lines).toEqual([]);
    origins.probed(c, one);
    expect([0, 0.99].map(chosen)).toEqual(['b', 'c']);
    expect(lines).toMatchObject([{ level: 'error', event: 'origin-out', base: 'a', reason: 'differs' }]);
    expect(lines[0].cause).toContain('a weights a2, pipeline b1');
    origins.probed(a, one);
    expect(chosen()).toBe('a');
    expect(lines).toHaveLength(2);
    expect(a.outs.differs).toBe(1);
  });

  test('gets calls where the others cannot be reached, and is not right for that', () => {
    const { origins, chosen } = three();
    const [a, b, c] = origins.all;
    for (const [origin, served] of [
      [a, other],
      [b, one],
      [c, one],
    ] as const)
      origins.probed(origin, served);
    for (const origin of [b, c]) origins.probed(origin, 'unreachable');
    expect([0, 0.99].map(chosen)).toEqual(['a', 'a']);
    origins.probed(b, one);
    expect([0, 0.99].map(chosen)).toEqual(['b', 'b']);
  });

  test('than as many others stays in, with one line', () => {
    const { origins, lines, chosen } = three();
    const [a, b, c] = origins.all;
    for (let again = 0; again < 3; again++) {
      origins.probed(a, one);
      origins.probed(b, other);
      origins.probed(c, 'ready');
    }
    expect([0, 0.34, 0.99].map(chosen)).toEqual(['a', 'b', 'c']);
    expect(lines).toMatchObject([{ level: 'error', event: 'origins-disagree' }]);
  });

  test('through an upgrade of one after the other never leaves all out', () => {
    const { origins, chosen } = three();
    for (const origin of origins.all) origins.probed(origin, one);
    for (const origin of origins.all) {
      origins.probed(origin, 'not-ready');
      expect(origins.all.find(({ base }) => base === chosen())?.out).toBeNull();
      origins.probed(origin, other);
      expect(origins.all.find(({ base }) => base === chosen())).toMatchObject({ out: null, differs: false });
    }
    expect([0, 0.34, 0.99].map(chosen)).toEqual(['a', 'b', 'c']);
  });
});

test('where all are out, one whose token is right is tried before one whose token is not', () => {
  const { origins, chosen } = three();
  const [a, b, c] = origins.all;
  origins.putOut(a, 'token');
  origins.putOut(b, 'unreachable');
  origins.putOut(c, 'token');
  expect([0, 0.99].map(chosen)).toEqual(['b', 'b']);
});

test('whatever happens, a call has an address that is in where one is, and failures take the last one from nobody', () => {
  const index = fc.integer({ min: 0, max: 2 });
  const word = fc.constantFrom('p', 'q', 'r', 's', null);
  const served = fc.constantFrom({ weights: 'a', pipeline: 'a' }, { weights: 'b', pipeline: 'a' });
  const event = fc.oneof(
    fc.record({
      kind: fc.constant('answer'),
      index,
      status: fc.constantFrom(200, 422, 500, 503),
      request: word,
      picture: word,
      isBusy: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('put out'), index, reason: fc.constantFrom('token', 'unreachable', 'not-ready') }),
    fc.record({
      kind: fc.constant('probe'),
      index,
      said: fc.oneof(served, fc.constantFrom('ready', 'token', 'not-ready', 'unreachable')),
    }),
    fc.record({ kind: fc.constant('time'), ms: fc.integer({ min: 0, max: 15_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      const { origins, pass } = three();
      const inUse = () => origins.all.filter(isIn);
      for (const each of events as readonly AnyEvent[]) {
        const before = inUse().length;
        if (each.kind === 'answer') {
          const origin = origins.all[each.index];
          origins.answered(origin, { ...each, wasOut: origin.out !== null });
          if (before > 0) expect(inUse().length).toBeGreaterThan(0);
        } else if (each.kind === 'put out') origins.putOut(origins.all[each.index], each.reason);
        else if (each.kind === 'probe') origins.probed(origins.all[each.index], each.said);
        else pass(each.ms);
        const chosen = origins.choose(null);
        if (inUse().length > 0) expect(chosen.out === null && !chosen.differs).toBe(true);
        for (const { penaltyMs, trial } of origins.all) {
          expect(penaltyMs).toBeLessThanOrEqual(60_000);
          expect(trial).toBeLessThanOrEqual(3);
        }
      }
    }),
  );
});

type AnyEvent =
  | ({ kind: 'answer'; index: number } & Omit<Parameters<Origins['answered']>[1], 'wasOut'>)
  | { kind: 'put out'; index: number; reason: 'token' | 'unreachable' | 'not-ready' }
  | { kind: 'probe'; index: number; said: Parameters<Origins['probed']>[1] }
  | { kind: 'time'; ms: number };
