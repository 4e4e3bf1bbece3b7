import { describe, expect, test } from 'vitest';
import type { InstanceState } from './instance.ts';
import { chooseInstance, KnownLoads, type Load } from './loads.ts';

const none = () => null;
const loadsOf = (...loads: [InstanceState, number][]): Load[] => loads.map(([state, calls]) => ({ state, calls }));

describe('a choice', () => {
  test.each<[string, Load[], number, number | null]>([
    ['the first while all sleep', loadsOf(['asleep', 0], ['asleep', 0]), 0, null],
    ['the one that starts', loadsOf(['asleep', 0], ['starting', 2]), 1, null],
    ['the one that is awake', loadsOf(['asleep', 0], ['awake', 0]), 1, null],
    ['the first of two without much to do, so that the other can sleep', loadsOf(['awake', 3], ['awake', 0]), 0, null],
    ['the one with fewer calls, where there are many', loadsOf(['awake', 3], ['awake', 1]), 1, null],
    ['the one that is awake, and starts another where there are many', loadsOf(['awake', 4], ['asleep', 0]), 0, 1],
    ['the one that is awake while another starts', loadsOf(['awake', 9], ['starting', 0]), 0, null],
    ['the one that starts, and starts another where many wait', loadsOf(['starting', 4], ['asleep', 0]), 0, 1],
    ['one that sleeps before one that failed', loadsOf(['failed', 0], ['asleep', 0]), 1, null],
    ['the only one, whatever became of it', loadsOf(['failed', 0]), 0, null],
  ])('is %s', (_, loads, chosen, woken) => {
    expect(chooseInstance(loads, none)).toEqual({ chosen, woken });
  });

  test('is the preferred one of those in use', () => {
    const counts: number[] = [];
    const last = (count: number) => {
      counts.push(count);
      return count - 1;
    };
    expect(chooseInstance(loadsOf(['awake', 1], ['awake', 0]), last).chosen).toBe(0);
    expect(chooseInstance(loadsOf(['awake', 1], ['awake', 5]), last).chosen).toBe(1);
    expect(chooseInstance(loadsOf(['awake', 5], ['asleep', 0]), last).chosen).toBe(0);
    expect(counts).toEqual([1, 2, 1]);
  });
});

describe('what an isolate knows', () => {
  test('is asked once a second', async () => {
    let nowMs = 0;
    let asked = 0;
    const known = new KnownLoads(() => nowMs);
    const ask = async () => loadsOf(['awake', asked++]);
    expect(await known.read(ask)).toEqual(loadsOf(['awake', 0]));
    nowMs = 999;
    expect(await known.read(ask)).toEqual(loadsOf(['awake', 0]));
    nowMs = 1000;
    expect(await known.read(ask)).toEqual(loadsOf(['awake', 1]));
  });

  test('counts its own calls from their begin to their end', async () => {
    let nowMs = 0;
    const known = new KnownLoads(() => nowMs);
    const ask = async () => loadsOf(['awake', 2], ['awake', 0]);
    await known.read(ask);
    const [endFirst, endSecond] = [known.begin(1), known.begin(1)];
    expect(await known.read(ask)).toEqual(loadsOf(['awake', 2], ['awake', 2]));
    endFirst();
    expect(await known.read(ask)).toEqual(loadsOf(['awake', 2], ['awake', 1]));
    // The instance counts the other one itself by now; fewer than none there are never.
    nowMs = 1000;
    expect(await known.read(ask)).toEqual(loadsOf(['awake', 2], ['awake', 0]));
    endSecond();
    expect(await known.read(ask)).toEqual(loadsOf(['awake', 2], ['awake', 0]));
  });
});
