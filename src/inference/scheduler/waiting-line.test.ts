import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WaitingLine } from './waiting-line.ts';

const job = (name: string, deadlineMs = 100) => ({ name, deadlineMs });

describe('a waiting line', () => {
  it('is first in, first out', () => {
    const line = new WaitingLine<{ name: string; deadlineMs: number }>(3);
    const [a, b] = [job('a'), job('b')];
    line.add(a);
    line.add(b);
    expect([line.take(0).next, line.take(0).next, line.take(0).next]).toEqual([a, b, undefined]);
  });

  it('refuses what is beyond its bound', () => {
    const line = new WaitingLine(1);
    expect([line.add(job('a')), line.add(job('b'))]).toEqual([true, false]);
    line.take(0);
    expect(line.add(job('c'))).toBe(true);
  });

  it('hands out those whose deadline has passed as expired', () => {
    const line = new WaitingLine(3);
    const [late, later, good] = [job('late', 10), job('later', 20), job('good', 30)];
    for (const waiting of [late, later, good]) line.add(waiting);
    expect(line.take(20)).toEqual({ next: good, expired: [late, later] });
    expect(line.length).toBe(0);
  });

  it('lets go of one in the middle', () => {
    const line = new WaitingLine(3);
    const [a, b, c] = [job('a'), job('b'), job('c')];
    for (const waiting of [a, b, c]) line.add(waiting);
    expect([line.remove(b), line.remove(b)]).toEqual([true, false]);
    expect([line.take(0).next, line.take(0).next]).toEqual([a, c]);
  });

  it('loses none and hands out none twice, whatever happens', () => {
    const steps = fc.array(
      fc.oneof(fc.record({ add: fc.nat(50) }), fc.record({ take: fc.nat(50) }), fc.record({ remove: fc.nat(20) })),
    );
    fc.assert(
      fc.property(fc.nat(5), steps, (limit, actions) => {
        const line = new WaitingLine<{ id: number; deadlineMs: number }>(limit);
        const added: { id: number; deadlineMs: number }[] = [];
        const left: number[] = [];
        for (const action of actions) {
          if ('add' in action) {
            const waiting = { id: added.length, deadlineMs: action.add };
            if (line.add(waiting)) added.push(waiting);
          } else if ('take' in action) {
            const { next, expired } = line.take(action.take);
            left.push(...[...expired, ...(next ? [next] : [])].map(({ id }) => id));
            if (next) expect(next.deadlineMs).toBeGreaterThan(action.take);
          } else {
            const waiting = added[action.remove];
            if (waiting && line.remove(waiting)) left.push(waiting.id);
          }
          expect(line.length).toBeLessThanOrEqual(limit);
          expect(line.length + left.length).toBe(added.length);
          expect(new Set(left).size).toBe(left.length);
        }
      }),
    );
  });
});
