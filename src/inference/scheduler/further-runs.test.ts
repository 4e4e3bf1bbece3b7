import { describe, expect, it } from 'vitest';
import type { ServedModel } from '../catalogue.ts';
import { FurtherRuns } from './further-runs.ts';

const model = (name: string): ServedModel => ({
  ...{ name, file: '', precision: 'fp32', weights: '', inputs: [], outputs: [], maxBatch: 1 },
});
const [full, low, refiner] = [model('full'), model('low'), model('refiner')];
const all = () => true;

function runsOf() {
  const further = new FurtherRuns();
  const call = (name: string, endsMs = 1000) => ({ name, endsMs });
  return { further, call };
}

describe('what calls ask after a run', () => {
  it('is nothing where none is known, and where a run is of no call', () => {
    const { further, call } = runsOf();
    expect(further.meanMs(full, all)).toBe(0);
    further.ran(full, undefined, 100, 0);
    further.ran(low, undefined, 20, 0);
    further.ran(full, call('a'), 100, 0);
    expect(further.meanMs(full, all)).toBe(0);
  });

  it('is the mean over calls of all their later runs, those of the same network too', () => {
    const { further, call } = runsOf();
    further.ran(full, call('a'), 100, 0);
    further.ran(full, call('b'), 100, 0);
    further.ran(low, call('a'), 20, 0);
    further.ran(full, call('a'), 100, 0);
    further.ran(low, call('b'), 20, 0);
    // The newer call counts a little more.
    expect(further.meanMs(full, all)).toBeCloseTo((20 + 100 + 20) / 1.95, 5);
    expect(further.meanMs(low, all)).toBeCloseTo((0.95 * 100) / 1.95, 5);
    expect(further.meanMs(refiner, all)).toBe(0);
  });

  it('may be that of some networks alone', () => {
    const { further, call } = runsOf();
    for (const each of [full, low, refiner]) further.ran(each, call('a'), 10, 0);
    expect(further.meanMs(full, ({ name }) => name === 'low')).toBe(10);
  });

  it('follows calls of another kind', () => {
    const { further, call } = runsOf();
    for (let at = 0; at < 200; at++) {
      further.ran(full, call(`a${at}`), 100, 0);
      if (at < 100) further.ran(low, call(`a${at}`), 50, 0);
    }
    expect(further.meanMs(full, all)).toBeLessThan(1);
  });

  it('knows a call until its end', () => {
    const { further, call } = runsOf();
    further.ran(full, call('a', 500), 100, 0);
    expect(further.knows(full, 'a', 499)).toBe(true);
    expect(further.knows(low, 'a', 499)).toBe(false);
    expect(further.knows(full, 'a', 500)).toBe(false);
    for (let at = 0; at < 2000; at++) further.ran(full, call(`b${at}`, 2000), 1, 600);
    expect(further.knows(full, 'a', 600)).toBe(false);
    expect(further.calls).toBeLessThanOrEqual(1024);
  });

  it('counts runs under the name of a call that has ended as another call', () => {
    const { further, call } = runsOf();
    for (let at = 0; at < 9; at++) further.ran(full, call('a', at * 10 + 10), 100, at * 10);
    further.ran(low, call('a', 100), 20, 95);
    expect(further.meanMs(full, all)).toBe(0);
  });

  it('forgets a call that asks more than a picture can, so that one name for all makes no run endless', () => {
    const { further, call } = runsOf();
    const same = call('same', Number.POSITIVE_INFINITY);
    for (let run = 0; run < 11; run++) further.ran(full, same, 100, 0);
    expect(further.knows(full, 'same', 0)).toBe(true);
    further.ran(full, same, 100, 0);
    expect(further.knows(full, 'same', 0)).toBe(false);
    for (let run = 0; run < 5000; run++) further.ran(full, same, 100, 0);
    expect(further.meanMs(full, all)).toBeLessThanOrEqual(1100);
  });
});
