import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WaitingLine } from './waiting-line.ts';

function lineOf(...items: string[]): WaitingLine<string> {
  const line = new WaitingLine<string>();
  for (const item of items) line.add(item);
  return line;
}

describe('a waiting line', () => {
  it('is first in, first out', () => {
    const line = lineOf('a', 'b');
    expect([line.take(), line.take(), line.take()]).toEqual(['a', 'b', undefined]);
  });

  it('shows who is first, and who waits', () => {
    const line = lineOf('a', 'b');
    expect([line.first, [...line], line.length]).toEqual(['a', ['a', 'b'], 2]);
    expect(lineOf().first).toBeUndefined();
  });

  it('lets go of one in the middle', () => {
    const line = lineOf('a', 'b', 'c');
    expect([line.remove('b'), line.remove('b')]).toEqual([true, false]);
    expect([...line]).toEqual(['a', 'c']);
  });

  it('loses none and hands out none twice, whatever happens', () => {
    const step = fc.oneof(fc.constant('add'), fc.constant('take'), fc.nat(20));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const line = new WaitingLine<number>();
        const left: number[] = [];
        let added = 0;
        for (const what of steps) {
          if (what === 'add') line.add(added++);
          else if (what === 'take') {
            const item = line.take();
            if (item !== undefined) left.push(item);
          } else if (line.remove(Number(what))) left.push(Number(what));
          expect([...left, ...line].toSorted((a, b) => a - b)).toEqual(Array.from({ length: added }, (_, i) => i));
          expect([...line]).toEqual([...line].toSorted((a, b) => a - b));
        }
      }),
    );
  });
});
