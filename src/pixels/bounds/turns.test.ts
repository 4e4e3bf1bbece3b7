import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** Adds items named by their callers: `b2` is the second of caller b. */
function waiting(...items: string[]): Turns<string> {
  const turns = new Turns<string>();
  for (const item of items) turns.add(item[0], item);
  return turns;
}

function takeAll(turns: Turns<string>): string {
  const taken: string[] = [];
  for (let item = turns.take(); item; item = turns.take()) taken.push(item);
  return taken.join(' ');
}

describe('callers take turns', () => {
  it('one alone is served in order', () => expect(takeAll(waiting('a1', 'a2', 'a3'))).toBe('a1 a2 a3'));

  it('each in the order of its own items', () => {
    expect(takeAll(waiting('a1', 'a2', 'a3', 'b1', 'c1', 'b2'))).toBe('a1 b1 c1 a2 b2 a3');
  });

  it('who comes while another is served is next, however many of the other wait', () => {
    const turns = waiting('a1', 'a2', 'a3');
    turns.take();
    turns.add('b', 'b1');
    expect(takeAll(turns)).toBe('b1 a2 a3');
  });

  it('who comes anew behind its own item is served after those who came meanwhile', () => {
    const turns = waiting('a1');
    turns.take();
    turns.add('a', 'a2');
    turns.add('b', 'b1');
    expect(takeAll(turns)).toBe('b1 a2');
  });

  it('callers that keep coming do not keep out who waits', () => {
    const turns = waiting('a1', 'a2', 'b1');
    expect(turns.take()).toBe('a1');
    turns.add('c', 'c1');
    expect(turns.take()).toBe('b1');
    turns.add('d', 'd1');
    expect([turns.take(), turns.take()]).toEqual(['c1', 'a2']);
  });
});

describe('who is next', () => {
  it('is shown without being served', () => {
    const turns = waiting('a1', 'a2', 'b1');
    const shown: (string | undefined)[] = [];
    for (let item = turns.first; item; item = turns.first) {
      shown.push(item);
      expect(turns.first).toBe(item);
      expect(turns.take()).toBe(item);
    }
    expect(shown).toEqual(['a1', 'b1', 'a2']);
  });

  it('does not change the order of those who come meanwhile', () => {
    const turns = waiting('a1', 'a2');
    turns.take();
    expect(turns.first).toBe('a2');
    turns.add('b', 'b1');
    expect([turns.first, takeAll(turns)]).toEqual(['b1', 'b1 a2']);
  });
});

describe('who comes now', () => {
  it('goes after its own items, and after as many of each other caller', () => {
    const turns = waiting('a1', 'a2', 'a3', 'b1');
    expect(['a', 'b', 'c'].map((caller) => turns.ahead(caller))).toEqual([
      ['a1', 'a2', 'a3', 'b1'],
      ['a1', 'a2', 'b1'],
      ['a1', 'b1'],
    ]);
  });

  it('and who waits already, by its place among its own', () => {
    const turns = waiting('a1', 'a2', 'a3', 'b1');
    expect(['a1', 'a2', 'b1'].map((item) => turns.ahead(item[0], item))).toEqual([['b1'], ['a1', 'b1'], ['a1']]);
    expect(turns.ofCaller('a')).toEqual(['a1', 'a2', 'a3']);
    expect(turns.ofCaller('c')).toEqual([]);
  });

  it('goes first where nobody waits', () => expect(waiting().ahead('a')).toEqual([]));

  it('never goes later than forecast, while nobody else comes', () => {
    const callers = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(callers, fc.constantFrom('a', 'b', 'e'), (others, caller) => {
        const turns = waiting(...others);
        const ahead = turns.ahead(caller).length;
        turns.add(caller, 'new');
        const taken: string[] = [];
        for (let item = turns.take(); item; item = turns.take()) taken.push(item);
        expect(taken.indexOf('new')).toBeLessThanOrEqual(ahead);
      }),
    );
  });
});

describe('an item that is taken out', () => {
  it('is not served', () => {
    const turns = waiting('a1', 'a2', 'b1');
    expect([turns.remove('a', 'a1'), turns.remove('b', 'b1')]).toEqual([true, true]);
    expect(takeAll(turns)).toBe('a2');
  });

  it('may be gone already', () => {
    const turns = waiting('a1');
    expect([turns.remove('b', 'a1'), turns.remove('a', 'a2')]).toEqual([false, false]);
    expect(takeAll(turns)).toBe('a1');
  });
});

it('serves all, each caller in order, and passes nobody over: at most one item of each other caller goes before', () => {
  const caller = fc.constantFrom('a', 'b', 'c', 'd');
  const step = fc.oneof({ weight: 3, arbitrary: caller }, { weight: 2, arbitrary: fc.constant('take') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const turns = new Turns<number>();
      const lines = new Map<string, number[]>();
      /** For each caller that waits, who was served since it began to wait, or since it was last served. */
      const passed = new Map<string, string[]>();
      let next = 0;
      const take = () => {
        const item = turns.take();
        if (item === undefined) return expect([...lines.values()].flat()).toEqual([]);
        const owner = [...lines].find(([, line]) => line[0] === item)?.[0] ?? '';
        expect(owner, 'the oldest of its caller').not.toBe('');
        lines.get(owner)?.shift();
        passed.delete(owner);
        for (const before of passed.values()) before.push(owner);
        for (const before of passed.values()) expect(new Set(before).size).toBe(before.length);
        if (lines.get(owner)?.length) passed.set(owner, []);
      };
      for (const what of steps) {
        if (what === 'take') take();
        else {
          const line = lines.get(what) ?? [];
          if (line.length === 0) passed.set(what, []);
          lines.set(what, [...line, next]);
          turns.add(what, next++);
        }
      }
      while ([...lines.values()].some(({ length }) => length > 0)) take();
      expect(turns.take()).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});
