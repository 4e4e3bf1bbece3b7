import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import { entryBytes, KeptTensors, keptMs } from './kept-tensors.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limitBytes = 10_000;
const me = 'me';

const tensor = (bytes: number): WireTensor => ({
  name: 'matte',
  datatype: 'UINT8',
  shape: [bytes],
  data: new Uint8Array(bytes),
});

describe('kept tensors', () => {
  it('are the very ones, until another comes under their name', () => {
    const kept = new KeptTensors(limitBytes);
    const [one, other] = [[tensor(100)], [tensor(300)]];
    kept.keep(me, 'a', one);
    expect(kept.find(me, 'a')).toBe(one);
    expect(kept.find(me, 'b')).toBeUndefined();
    kept.keep(me, 'a', other);
    expect(kept.find(me, 'a')).toBe(other);
    expect(kept.bytes).toBe(entryBytes + 300);
  });

  it('are gone ten minutes after they came, used or not, and another in their place is not', () => {
    const kept = new KeptTensors(limitBytes);
    expect(keptMs).toBe(600_000);
    kept.keep(me, 'a', [tensor(100)]);
    vi.advanceTimersByTime(keptMs - 1);
    expect(kept.find(me, 'a')).toBeDefined();
    kept.keep(me, 'b', [tensor(100)]);
    vi.advanceTimersByTime(1);
    expect(kept.find(me, 'a')).toBeUndefined();
    expect(kept.bytes).toBe(entryBytes + 100);
    vi.advanceTimersByTime(keptMs - 2);
    kept.keep(me, 'b', [tensor(100)]);
    vi.advanceTimersByTime(keptMs - 1);
    expect(kept.find(me, 'b')).toBeDefined();
    vi.advanceTimersByTime(1);
    expect([kept.find(me, 'b'), kept.bytes, vi.getTimerCount()]).toEqual([undefined, 0, 0]);
  });

  it('go where there is no room, the one that was used longest ago first', () => {
    const kept = new KeptTensors(3 * (entryBytes + 1000));
    for (const name of ['a', 'b', 'c']) kept.keep(me, name, [tensor(1000)]);
    kept.find(me, 'a');
    kept.keep(me, 'd', [tensor(1000)]);
    expect(['a', 'b', 'c', 'd'].filter((name) => kept.find(me, name))).toEqual(['a', 'c', 'd']);
    kept.keep(me, 'e', [tensor(2000)]);
    expect(['a', 'c', 'd', 'e'].filter((name) => kept.find(me, name))).toEqual(['d', 'e']);
  });

  it('go of the caller who holds most, and not of one who holds less and used it longer ago', () => {
    const kept = new KeptTensors(4 * (entryBytes + 1000));
    kept.keep('editor', 'a', [tensor(1000)]);
    for (const name of ['a', 'b', 'c', 'd', 'e']) kept.keep('batch', name, [tensor(1000)]);
    expect(kept.find('editor', 'a')).toBeDefined();
    expect(['a', 'b', 'c', 'd', 'e'].filter((name) => kept.find('batch', name))).toEqual(['c', 'd', 'e']);
    // Who would hold most counts, also where that is the newcomer.
    kept.keep('editor', 'b', [tensor(3000)]);
    expect([kept.find('editor', 'a'), kept.find('editor', 'b')]).toEqual([undefined, expect.anything()]);
  });

  it('are none of another caller', () => {
    const kept = new KeptTensors(limitBytes);
    kept.keep(me, 'a', [tensor(100)]);
    expect(kept.find('you', 'a')).toBeUndefined();
    kept.keep('you', 'a', [tensor(200)]);
    expect(kept.find(me, 'a')?.[0].data).toHaveLength(100);
  });

  it('are none that are larger than the room, and such ones drive nothing out', () => {
    const kept = new KeptTensors(limitBytes);
    kept.keep(me, 'a', [tensor(100)]);
    kept.keep(me, 'b', [tensor(limitBytes)]);
    expect([kept.find(me, 'a'), kept.find(me, 'b')]).toEqual([expect.anything(), undefined]);
    const none = new KeptTensors(0);
    none.keep(me, 'a', [tensor(0)]);
    expect([none.find(me, 'a'), none.bytes]).toEqual([undefined, 0]);
  });

  it('count with all of the memory that they hold', () => {
    const kept = new KeptTensors(limitBytes);
    const memory = new Uint8Array(5000);
    const parts = [memory.subarray(0, 10), memory.subarray(10, 20)].map((data) => ({ ...tensor(10), data }));
    kept.keep(me, 'a', parts);
    expect(kept.bytes).toBe(entryBytes + 5000);
  });

  it('are given back at the end, and none is kept after it', () => {
    const kept = new KeptTensors(limitBytes);
    kept.keep(me, 'a', [tensor(100)]);
    kept.close();
    kept.keep(me, 'b', [tensor(100)]);
    expect([kept.find(me, 'a'), kept.find(me, 'b'), kept.bytes, vi.getTimerCount()]).toEqual([
      undefined,
      undefined,
      0,
      0,
    ]);
  });

  it('never take more than their limit, and are those of a list that does the same slowly', () => {
    const whose = { caller: fc.constantFrom('one', 'other'), name: fc.constantFrom('a', 'b', 'c', 'd') };
    const steps = fc.oneof(
      { weight: 4, arbitrary: fc.record({ does: fc.constant('keep' as const), ...whose, bytes: fc.nat(limitBytes) }) },
      { weight: 3, arbitrary: fc.record({ does: fc.constant('find' as const), ...whose }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('pass' as const), ms: fc.nat(keptMs) }) },
    );
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (history) => {
        vi.clearAllTimers();
        const kept = new KeptTensors(limitBytes);
        let nowMs = 0;
        /** From what was used longest ago to what was used last. */
        let expected: { caller: string; name: string; bytes: number; cameMs: number }[] = [];
        const sum = (caller?: string) =>
          expected.reduce((total, each) => total + (each.caller === (caller ?? each.caller) ? each.bytes : 0), 0);
        for (const step of history) {
          if (step.does === 'pass') {
            vi.advanceTimersByTime(step.ms);
            nowMs += step.ms;
            expected = expected.filter(({ cameMs }) => nowMs - cameMs < keptMs);
            expect(kept.bytes).toBe(sum());
            continue;
          }
          const { caller, name } = step;
          const known = expected.find((each) => each.caller === caller && each.name === name);
          expected = expected.filter((each) => each !== known);
          if (step.does === 'find') {
            expect(kept.find(caller, name)?.[0].data.byteLength).toBe(known && known.bytes - entryBytes);
            if (known) expected.push(known);
            continue;
          }
          kept.keep(caller, name, [tensor(step.bytes)]);
          const bytes = entryBytes + step.bytes;
          const fits = bytes <= limitBytes;
          while (fits && sum() + bytes > limitBytes) {
            const other = caller === 'one' ? 'other' : 'one';
            const [mine, theirs] = [sum(caller), sum(other)];
            // Of two that hold as much, the one who came first gives way: here both are right.
            if (mine > 0 && theirs > 0 && mine + bytes === theirs) return;
            const greedy = theirs === 0 || (mine > 0 && mine + bytes > theirs) ? caller : other;
            expected.splice(
              expected.findIndex((each) => each.caller === greedy),
              1,
            );
          }
          if (fits) expected.push({ caller, name, bytes, cameMs: nowMs });
          expect(kept.bytes).toBe(sum());
          expect(kept.bytes).toBeLessThanOrEqual(limitBytes);
          expect(vi.getTimerCount()).toBe(expected.length);
        }
      }),
    );
  });
});
