import { describe, expect, it, vi } from 'vitest';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import type { ServedModel } from '../catalogue.ts';
import type { RunDone } from './channel.ts';
import { type Child, type ChildEvents, ChildFault, type Work } from './child.ts';
import { Scheduler, type SchedulerSettings } from './scheduler.ts';

const model: ServedModel = {
  name: 'luma',
  file: '',
  precision: 'fp32',
  weights: '',
  inputs: [],
  outputs: [],
  maxBatch: 1,
};

/** A child in the hands of the test: it runs what it is given until the test ends the run. */
class HandChild implements Child {
  loaded = true;
  work: Work | undefined;
  closed = false;
  readonly events: ChildEvents;
  #end: { resolve(done: RunDone): void; reject(fault: Error): void } | undefined;

  constructor(events: ChildEvents) {
    this.events = events;
  }

  get idle(): boolean {
    return this.loaded && this.work === undefined;
  }

  run(work: Work): Promise<RunDone> {
    this.work = work;
    return new Promise((resolve, reject) => {
      this.#end = { resolve, reject };
    });
  }

  async finish(): Promise<void> {
    const id = this.work?.inputs[0]?.data[0] ?? 0;
    this.work = undefined;
    this.#end?.resolve({ kind: 'done', id, outputs: [output(id)], inferNs: 1e6 });
    this.events.onIdle();
    await Promise.resolve();
  }

  /** Ends a run with what it was given. */
  async echo(): Promise<void> {
    const outputs = this.work?.inputs ?? [];
    this.work = undefined;
    this.#end?.resolve({ kind: 'done', id: 0, outputs, inferNs: 1e6 });
    this.events.onIdle();
    await Promise.resolve();
  }

  fail(fault: Error): void {
    this.work = undefined;
    this.#end?.reject(fault);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

const output = (id: number) => ({ name: 'matte', datatype: 'UINT8' as const, shape: [1], data: Uint8Array.of(id) });

function schedulerOf(changes: Partial<SchedulerSettings> = {}) {
  let nowMs = 1_000_000;
  const children: HandChild[] = [];
  const startChild = vi.fn((_: number, events: ChildEvents) => {
    const child = new HandChild(events);
    children.push(child);
    return child;
  });
  const scheduler = new Scheduler({
    models: [model],
    workers: 1,
    queue: 2,
    runTimeoutMs: 60_000,
    now: () => nowMs,
    startChild,
    ...changes,
  });
  const submit = (
    id: number,
    {
      remainingMs = 10_000,
      ...terms
    }: { remainingMs?: number; signal?: AbortSignal; caller?: string; mayKeep?: boolean; call?: string } = {},
  ) => {
    const inputs = [{ name: 'image', datatype: 'UINT8' as const, shape: [1], data: Uint8Array.of(id) }];
    const deadlineMs = nowMs + remainingMs;
    const place = scheduler.enter(model, deadlineMs, terms.caller);
    const result = place.run({ inputs, outputs: ['matte'], deadlineMs, ...terms });
    // Awaited later; until then an early fault is not unhandled.
    result.catch(() => {});
    return result;
  };
  return {
    scheduler,
    children,
    submit,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const running = (child: HandChild): number | undefined => child.work?.inputs[0]?.data[0];

describe('the scheduler', () => {
  it('runs jobs in the order in which they came, one at a time for each child', async () => {
    const { children, submit } = schedulerOf();
    const [a, b, c] = [submit(1), submit(2), submit(3)];
    const [child] = children;
    expect(running(child)).toBe(1);
    await child.finish();
    expect(await a).toEqual([output(1)]);
    expect(running(child)).toBe(2);
    await child.finish();
    expect(running(child)).toBe(3);
    await child.finish();
    expect([await b, await c]).toEqual([[output(2)], [output(3)]]);
  });

  it('names to its child the call that a run is part of, of that caller alone, until its deadline', async () => {
    const { children, submit } = schedulerOf({ queue: 9 });
    const [child] = children;
    for (const terms of [{ call: 'r' }, { call: 'r', caller: 'a' }, { caller: 'a' }]) submit(1, terms);
    const calls: Work['call'][] = [];
    for (let runs = 0; runs < 3; runs += 1) {
      calls.push(child.work?.call);
      await child.finish();
    }
    const endsMs = 1_010_000;
    expect(calls.filter((call) => call !== undefined)).toEqual([
      { name: '["","r"]', endsMs },
      { name: '["a","r"]', endsMs },
    ]);
  });

  it('uses all of its children', () => {
    const { children, submit } = schedulerOf({ workers: 2 });
    submit(1);
    submit(2);
    expect(children.map(running)).toEqual([1, 2]);
  });

  it('refuses at once what does not fit into the line', () => {
    const { submit } = schedulerOf({ queue: 2 });
    submit(1);
    submit(2);
    submit(3);
    const refused = (): unknown => submit(4);
    expect(refused).toThrow(NetworkFault);
    expect(refused).toThrow('Too many requests are waiting');
  });

  it('has callers take turns, and a full line gives a place of who has most to who has fewer', async () => {
    const { children, submit } = schedulerOf({ queue: 3 });
    const [child] = children;
    const greedy = [1, 2, 3, 4].map((id) => submit(id, { caller: 'greedy' }));
    expect(() => submit(5, { caller: 'greedy' })).toThrow('Too many requests are waiting');
    submit(6, { caller: 'other' });
    await expect(greedy[3]).rejects.toThrow('Too many requests are waiting');
    submit(7, { caller: 'third' });
    await expect(greedy[2]).rejects.toThrow('Too many requests are waiting');
    expect(() => submit(8, { caller: 'fourth' })).toThrow('Too many requests are waiting');
    const order: (number | undefined)[] = [];
    for (let id = running(child); id !== undefined; id = running(child)) {
      order.push(id);
      await child.finish();
    }
    expect(order).toEqual([1, 2, 6, 7]);
  });

  it('tells a caller with a name how long one waits of whom nothing waits', async () => {
    const { children, scheduler, submit, pass } = schedulerOf({ queue: 8 });
    const [child] = children;
    const seen = submit(1);
    pass(1000);
    await child.finish();
    await seen;
    for (const id of [1, 2, 3, 4]) submit(id, { caller: 'greedy' });
    expect(scheduler.loadOf(model, 'greedy').waitMs).toBe(2000);
    expect(scheduler.loadOf(model, 'other').waitMs).toBe(2000);
    for (const id of [5, 6]) submit(id);
    expect(scheduler.loadOf(model).waitMs).toBe(6000);
  });

  it('names a refused caller the time to come back', () => {
    const { submit } = schedulerOf({ queue: 0 });
    submit(1);
    expect(() => submit(2)).toThrow(expect.objectContaining({ kind: 'unavailable', retryAfterSeconds: 4 }));
  });

  it('counts places whose bodies are still on their way', () => {
    const { scheduler } = schedulerOf({ queue: 1 });
    const places = [scheduler.enter(model, Number.POSITIVE_INFINITY), scheduler.enter(model, Number.POSITIVE_INFINITY)];
    expect(() => scheduler.enter(model, Number.POSITIVE_INFINITY)).toThrow('Too many requests');
    places[0].leave();
    places[0].leave();
    scheduler.enter(model, Number.POSITIVE_INFINITY);
    expect(() => scheduler.enter(model, Number.POSITIVE_INFINITY)).toThrow('Too many requests');
  });

  it('lets nobody use a place twice', () => {
    const { scheduler } = schedulerOf();
    const place = scheduler.enter(model, Number.POSITIVE_INFINITY);
    place.leave();
    expect(() => place.run({ inputs: [], outputs: [], deadlineMs: 0 })).toThrow('used twice');
  });

  it('waits for a child that is not there yet', async () => {
    const { children, scheduler, submit } = schedulerOf();
    const [child] = children;
    child.loaded = false;
    expect(scheduler.ready).toBe(false);
    const result = submit(1);
    expect(running(child)).toBeUndefined();
    child.loaded = true;
    child.events.onIdle();
    expect(scheduler.ready).toBe(true);
    await child.finish();
    expect(await result).toEqual([output(1)]);
  });

  it('is ready when the first child is, and says why it cannot be', async () => {
    const good = schedulerOf({ workers: 2 });
    good.children[1].events.onIdle();
    await good.scheduler.whenReady();
    const bad = schedulerOf();
    bad.children[0].events.onLoadFailed('no such file');
    await expect(bad.scheduler.whenReady()).rejects.toThrow('no such file');
  });
});

describe('several networks', () => {
  const picture = (sidePx: number) => [{ name: 'image', datatype: 'UINT8' as const, shape: [-1, sidePx, sidePx, 3] }];
  const matte: ServedModel = { ...model, name: 'matte', inputs: picture(1024) };
  const classifier: ServedModel = { ...model, name: 'image-type', inputs: picture(224) };

  function submitTo(scheduler: Scheduler, of: ServedModel, id: number, samples = 1) {
    const inputs = [
      { name: 'image', datatype: 'UINT8' as const, shape: [samples, 1], data: new Uint8Array(samples).fill(id) },
    ];
    const request = { inputs, outputs: ['matte'], deadlineMs: Number.POSITIVE_INFINITY };
    const result = scheduler.enter(of, request.deadlineMs).run(request);
    result.catch(() => {});
    return result;
  }

  it('take turns by their size, and each has a line of its own length', async () => {
    const { scheduler, children } = schedulerOf({ models: [matte, classifier], queue: 2 });
    const [child] = children;
    for (const id of [1, 2, 3]) submitTo(scheduler, matte, id);
    expect(() => submitTo(scheduler, matte, 4)).toThrow('Too many requests');
    submitTo(scheduler, classifier, 5);
    submitTo(scheduler, classifier, 6);
    expect(() => submitTo(scheduler, classifier, 7)).toThrow('Too many requests');
    const order: (number | undefined)[] = [];
    while (child.work) {
      order.push(running(child));
      await child.finish();
    }
    expect(order).toEqual([1, 5, 6, 2, 3]);
  });

  it('report how long a new run of each would wait', async () => {
    const { scheduler, children, pass } = schedulerOf({ models: [matte, classifier], queue: 9 });
    const [child] = children;
    expect(scheduler.loadOf(matte)).toEqual({ waitMs: 0, runMs: null });
    const classified = submitTo(scheduler, classifier, 1);
    pass(10);
    await child.finish();
    await classified;
    const matted = submitTo(scheduler, matte, 2);
    pass(1000);
    await child.finish();
    await matted;
    expect(scheduler.loadOf(matte)).toEqual({ waitMs: 0, runMs: 1000 });
    for (const id of [3, 4, 5]) submitTo(scheduler, matte, id);
    pass(400);
    submitTo(scheduler, classifier, 6);
    // What is left of the run, two mattes and a classifier; and of these the classifiers alone.
    expect(scheduler.loadOf(matte)).toEqual({ waitMs: 600 + 2000 + 10, runMs: 1000 });
    expect(scheduler.loadOf(classifier)).toEqual({ waitMs: 600 + 10, runMs: 10 });
    pass(5000);
    expect(scheduler.loadOf(classifier).waitMs).toBe(10);
  });

  describe('that a picture asks one after the other', () => {
    const full: ServedModel = { ...matte, passes: { low: { model: 'low' } } };
    const low: ServedModel = { ...model, name: 'low', inputs: picture(512) };
    const refiner: ServedModel = { ...model, name: 'matte-refiner', inputs: picture(256) };
    const far = Number.POSITIVE_INFINITY;

    function ask(scheduler: Scheduler, of: ServedModel, call: string) {
      const inputs = [{ name: 'image', datatype: 'UINT8' as const, shape: [1, 1], data: Uint8Array.of(1) }];
      const result = scheduler.enter(of, far, '', call).run({ inputs, outputs: ['matte'], deadlineMs: far, call });
      result.catch(() => {});
      return result;
    }

    /** A scheduler that has seen pictures of a full pass of 1000 ms, a low one of 200 and a refiner of 300. */
    async function experienced(queue: number) {
      const stand = schedulerOf({ models: [full, low, refiner], queue });
      for (const call of ['a', 'b', 'c']) {
        for (const [of, tookMs] of [
          [full, 1000],
          [low, 200],
          [refiner, 300],
        ] as const) {
          const result = ask(stand.scheduler, of, call);
          stand.pass(tookMs);
          await stand.children[0].finish();
          await result;
        }
      }
      return stand;
    }

    it('count whole in what a new one takes, and in what it waits for those before it', async () => {
      const { scheduler, pass } = await experienced(16);
      const whole = scheduler.loadOf(full);
      expect(whole.waitMs).toBe(0);
      expect(whole.runMs).toBeCloseTo(1500, 0);
      expect(scheduler.loadOf(low).runMs).toBeCloseTo(500, 0);
      ask(scheduler, full, 'd');
      ask(scheduler, full, 'e');
      pass(400);
      // The rest of one run and its further ones; another with its own.
      expect(scheduler.loadOf(full).waitMs).toBeCloseTo(600 + 500 + 1000 + 500, 0);
      // A low pass goes before the second full pass, and the refiner of the first before it.
      expect(scheduler.loadOf(low).waitMs).toBeCloseTo(600 + 300, 0);
    });

    it('fill the line as the runs that they are, and those of pictures that were let in find it as before', async () => {
      const { scheduler, children } = await experienced(3);
      for (const call of ['d', 'e', 'f']) ask(scheduler, full, call);
      // Two wait, with half a run more each: as many as three.
      expect(() => ask(scheduler, full, 'g')).toThrow('Too many requests');
      expect(() => scheduler.enter(full, far, '', 'a').leave()).not.toThrow();
      await children[0].finish();
      expect(() => ask(scheduler, low, 'd')).not.toThrow();
    });

    it('that get no place even so take none of another caller', async () => {
      const { scheduler } = await experienced(3);
      // One runs. Three that were begun wait, of which two would still be as many as a new one can stand behind.
      for (const call of ['d', 'a', 'b', 'c']) ask(scheduler, full, call);
      expect(() => scheduler.enter(full, far, 'other', 'new')).toThrow('Too many requests');
      expect(scheduler.waiting).toBe(3);
    });

    it('are not refused for new ones that they pass', async () => {
      const { scheduler, children, pass } = await experienced(16);
      const [begun] = ['d', 'e', 'f', 'g'].map((call) => ask(scheduler, full, call));
      pass(1000);
      await children[0].finish();
      await begun;
      const deadlineMs = 1_000_000 + 4500 + 1000 + 1500;
      expect(() => scheduler.enter(full, deadlineMs, '', 'new')).toThrow('More requests are waiting');
      const place = scheduler.enter(full, deadlineMs, '', 'd');
      place.run({ inputs: [], outputs: [], deadlineMs, call: 'd' }).catch(() => {});
      expect(scheduler.waiting).toBe(3);
    });

    it('of the same network are waited for as well, and counted once', async () => {
      const { scheduler, children, pass } = schedulerOf({ models: [full], queue: 16 });
      const finish = () => {
        pass(1000);
        return children[0].finish();
      };
      for (const call of ['a', 'a', 'b', 'b']) {
        const result = ask(scheduler, full, call);
        await finish();
        await result;
      }
      const first = ask(scheduler, full, 'c');
      const second = ask(scheduler, full, 'd');
      expect(scheduler.loadOf(full).waitMs).toBeCloseTo(4000, 0);
      await finish();
      await first;
      ask(scheduler, full, 'c');
      // The second run of one, and both of the other, of which a third call has not asked its second so far.
      expect(scheduler.loadOf(full).waitMs).toBeCloseTo(1000 + 1000 + (0.95 * 1950) / (0.95 * 1.95 + 1), 0);
      await finish();
      await second;
      expect(scheduler.loadOf(full).waitMs).toBeCloseTo(1000, 0);
    });
  });

  it('run requests together where the manifest says so, and give each its own', async () => {
    vi.useFakeTimers();
    try {
      const tiles: ServedModel = { ...model, name: 'tiles', maxBatch: 4, batchWaitMs: 20 };
      const { scheduler, children, pass } = schedulerOf({ models: [tiles, matte], queue: 9 });
      const [child] = children;
      const results = [submitTo(scheduler, tiles, 1), submitTo(scheduler, tiles, 2, 2)];
      expect(child.work).toBeUndefined();
      // Another network does not wait for them.
      submitTo(scheduler, matte, 9);
      expect(running(child)).toBe(9);
      await child.finish();
      expect(child.work).toBeUndefined();
      pass(20);
      await vi.advanceTimersByTimeAsync(20);
      expect(child.work?.inputs).toEqual([
        { name: 'image', datatype: 'UINT8', shape: [3, 1], data: Uint8Array.of(1, 2, 2) },
      ]);
      pass(30);
      await child.echo();
      const shares = (await Promise.all(results)).map(([{ shape, data }]) => [shape, [...data]]);
      expect(shares).toEqual([
        [[1, 1], [1]],
        [
          [2, 1],
          [2, 2],
        ],
      ]);
      expect(scheduler.statistics.get('tiles')).toMatchObject({
        inferenceCount: 3,
        executionCount: 1,
        success: { count: 2 },
        batches: new Map([[3, { count: 1, ns: 1e6 }]]),
      });
      // A full batch goes at once.
      submitTo(scheduler, tiles, 3, 4);
      expect(running(child)).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are of no call where they are of several', async () => {
    const tiles: ServedModel = { ...model, name: 'tiles', maxBatch: 2, batchWaitMs: 20 };
    const { scheduler, children } = schedulerOf({ models: [tiles], queue: 9 });
    for (const call of ['a', 'b']) {
      const deadlineMs = 1_010_000;
      const inputs = [{ name: 'image', datatype: 'UINT8' as const, shape: [1, 1], data: Uint8Array.of(1) }];
      const run = { inputs, outputs: ['matte'], call, deadlineMs };
      scheduler
        .enter(tiles, deadlineMs)
        .run(run)
        .catch(() => {});
    }
    expect(children[0].work).toMatchObject({ model: 'tiles', call: undefined });
  });

  it('fail together what was run together', async () => {
    const tiles: ServedModel = { ...model, name: 'tiles', maxBatch: 2, batchWaitMs: 20 };
    const { scheduler, children } = schedulerOf({ models: [tiles], queue: 9 });
    const together = [submitTo(scheduler, tiles, 1), submitTo(scheduler, tiles, 2)];
    // Its answer has one sample.
    await children[0].finish();
    for (const result of together) await expect(result).rejects.toThrow('samples of 2 that went in');
    const lost = [submitTo(scheduler, tiles, 1), submitTo(scheduler, tiles, 2)];
    children[0].fail(new ChildFault('died', 'the child has gone'));
    for (const result of lost) await expect(result).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('a deadline', () => {
  it('that has passed refuses the job before it waits', async () => {
    const { children, submit } = schedulerOf();
    await expect(submit(1, { remainingMs: 0 })).rejects.toThrow('The deadline has passed');
    expect(running(children[0])).toBeUndefined();
  });

  it('that passes in the line refuses the job there and then', async () => {
    const { children, submit } = schedulerOf();
    submit(1);
    const waiting = submit(2, { remainingMs: 20 });
    await expect(waiting).rejects.toMatchObject({ kind: 'unavailable', message: 'The deadline has passed' });
    await children[0].finish();
    expect(running(children[0])).toBeUndefined();
  });

  it('that passed by the clock but not yet by its timer drops the job before it starts', async () => {
    const { children, submit, pass } = schedulerOf();
    submit(1);
    const late = submit(2, { remainingMs: 5000 });
    const good = submit(3, { remainingMs: 50_000 });
    pass(6000);
    await children[0].finish();
    await expect(late).rejects.toThrow('The deadline has passed');
    expect(running(children[0])).toBe(3);
    await children[0].finish();
    await good;
  });

  it('that is nearer than the fastest run is not worth a start', async () => {
    const { children, submit, pass } = schedulerOf();
    const first = submit(1);
    pass(2000);
    await children[0].finish();
    await first;
    await expect(submit(2, { remainingMs: 1999 })).rejects.toThrow('nearer than the network can be run');
    submit(3, { remainingMs: 9000 });
    const waiting = submit(4, { remainingMs: 4000 });
    pass(2001);
    await children[0].finish();
    await expect(waiting).rejects.toThrow('nearer than the network can be run');
    submit(5, { remainingMs: 2000 });
    expect(running(children[0])).toBe(5);
  });

  it('that the work ahead does not allow for is refused at once', async () => {
    const { scheduler, children, submit, pass } = schedulerOf({ queue: 5, workers: 2 });
    const first = submit(1);
    pass(1000);
    await children[0].finish();
    await first;
    const early = scheduler.enter(model, Number.POSITIVE_INFINITY);
    for (const id of [2, 3, 4, 5]) submit(id);
    const tooMuch = {
      kind: 'unavailable',
      message: 'More requests are waiting than can be served before the deadline',
    };
    // Before its body is received, and once more with it, for the line has grown meanwhile.
    expect(() => submit(6, { remainingMs: 1999 })).toThrow(expect.objectContaining(tooMuch));
    const inputs = [{ name: 'image', datatype: 'UINT8' as const, shape: [1], data: Uint8Array.of(6) }];
    await expect(early.run({ inputs, outputs: [], deadlineMs: 1_001_000 + 1999 })).rejects.toMatchObject(tooMuch);
    const last = submit(7, { remainingMs: 2000 });
    for (const child of [...children, ...children, children[0]]) await child.finish();
    expect(await last).toEqual([output(7)]);
  });

  it('that passes during the run answers the caller, and leaves the child its usual time', async () => {
    const { children, submit, pass } = schedulerOf();
    const first = submit(1);
    pass(20);
    await children[0].finish();
    await first;
    const late = submit(2, { remainingMs: 30 });
    expect(children[0].work?.killAfterMs).toBe(3 * 20 + 500);
    await expect(late).rejects.toThrow('The deadline has passed');
    await children[0].finish();
    submit(3);
    expect(running(children[0])).toBe(3);
  });

  it('bounds a run that never happened before by the run timeout', () => {
    const { children, submit } = schedulerOf({ runTimeoutMs: 700 });
    submit(1, { remainingMs: 50_000 });
    expect(children[0].work?.killAfterMs).toBe(700);
  });
});

describe('a caller who goes away', () => {
  it('leaves the line', async () => {
    const { children, submit } = schedulerOf();
    submit(1);
    const controller = new AbortController();
    const gone = submit(2, { signal: controller.signal });
    controller.abort();
    await expect(gone).rejects.toThrow('The caller has gone');
    await children[0].finish();
    expect(running(children[0])).toBeUndefined();
  });

  it('before it enters starts nothing', async () => {
    const { children, submit } = schedulerOf();
    await expect(submit(1, { signal: AbortSignal.abort() })).rejects.toThrow('The caller has gone');
    expect(running(children[0])).toBeUndefined();
  });

  it('during the run has its result dropped', async () => {
    const { children, submit } = schedulerOf();
    const controller = new AbortController();
    const gone = submit(1, { signal: controller.signal });
    controller.abort();
    await expect(gone).rejects.toThrow('The caller has gone');
    await children[0].finish();
    const next = submit(2);
    await children[0].finish();
    expect(await next).toEqual([output(2)]);
  });
});

describe('a child that fails', () => {
  it.each(['died', 'too-slow'] as const)(
    '(%s) makes its job unavailable, and the job is not run again',
    async (kind) => {
      const { children, submit } = schedulerOf();
      const lost = submit(1);
      children[0].fail(new ChildFault(kind, 'the child has gone'));
      await expect(lost).rejects.toMatchObject({ kind: 'unavailable', message: 'the child has gone' });
      children[0].events.onIdle();
      expect(running(children[0])).toBeUndefined();
    },
  );

  it('by refusing the run makes the job failed', async () => {
    const { children, submit } = schedulerOf();
    const refused = submit(1);
    children[0].fail(new ChildFault('run-failed', 'wrong shape'));
    await expect(refused).rejects.toMatchObject({
      kind: 'failed',
      message: 'The network luma could not be run: wrong shape',
    });
  });
});

describe('what a run gave', () => {
  const keeps = { caller: 'a', mayKeep: true };

  it('answers an equal run of its caller where it may be kept, which is no run', async () => {
    const { scheduler, children, submit } = schedulerOf({ keptBytes: 1 << 20 });
    const first = submit(1, keeps);
    await children[0].finish();
    const [matte] = await first;
    expect((await submit(1, keeps))[0].data).toBe(matte.data);
    const other = submit(1, { ...keeps, caller: 'b' });
    expect(running(children[0])).toBe(1);
    await children[0].finish();
    await other;
    expect(scheduler.statistics.get('luma')).toMatchObject({
      inferenceCount: 2,
      executionCount: 2,
      infer: { count: 2 },
      cacheHit: { count: 1 },
      cacheMiss: { count: 2 },
    });
  });

  it('is answered while all children are busy, and its place in the line is free again', async () => {
    const { scheduler, children, submit } = schedulerOf({ keptBytes: 1 << 20, queue: 1 });
    const first = submit(1, keeps);
    await children[0].finish();
    await first;
    submit(2);
    expect(await submit(1, keeps)).toEqual([output(1)]);
    expect(scheduler.waiting).toBe(0);
  });

  it.each([
    ['of a caller who did not ask for it', { caller: 'a' }, 1 << 20],
    ['where there is no room', keeps, 0],
    ['where nothing is said of room', keeps, undefined],
  ])('is not kept %s', async (_what, terms, keptBytes) => {
    const { scheduler, children, submit } = schedulerOf({ keptBytes });
    for (const _time of [1, 2]) {
      const result = submit(1, terms);
      expect(running(children[0])).toBe(1);
      await children[0].finish();
      await result;
    }
    expect(scheduler.keptBytes).toBe(0);
    expect(scheduler.statistics.get('luma')).toMatchObject({ cacheHit: { count: 0 }, cacheMiss: { count: 0 } });
  });

  it('is forgotten at the end', async () => {
    const { scheduler, children, submit } = schedulerOf({ keptBytes: 1 << 20 });
    const first = submit(1, keeps);
    await children[0].finish();
    await first;
    expect(scheduler.keptBytes).toBeGreaterThan(0);
    await scheduler.close();
    expect(scheduler.keptBytes).toBe(0);
  });
});

describe('the end', () => {
  it('refuses what waits and closes the children', async () => {
    const { scheduler, children, submit } = schedulerOf();
    submit(1);
    const waiting = submit(2);
    expect(scheduler.ready).toBe(true);
    await scheduler.close();
    await expect(waiting).rejects.toThrow('The service is ending');
    expect(children[0].closed).toBe(true);
    expect(scheduler.ready).toBe(false);
  });

  it('lets nobody in any more', async () => {
    const { scheduler } = schedulerOf();
    await scheduler.close();
    expect(() => scheduler.enter(model, Number.POSITIVE_INFINITY)).toThrow(
      expect.objectContaining({
        kind: 'unavailable',
        message: 'The service is ending',
        retryAfterSeconds: 5,
      }),
    );
  });
});

it('statistics count what succeeded, what failed, and where the time went', async () => {
  const { scheduler, children, submit, pass } = schedulerOf({ queue: 1 });
  const first = submit(1);
  const second = submit(2);
  expect(() => submit(3)).toThrow();
  pass(50);
  await children[0].finish();
  await first;
  pass(30);
  children[0].fail(new ChildFault('run-failed', 'no'));
  await second.catch(() => {});
  expect(scheduler.statistics.get('luma')).toEqual({
    lastInferenceMs: 1_000_050,
    inferenceCount: 1,
    executionCount: 1,
    success: { count: 1, ns: 50e6 },
    fail: { count: 2, ns: 80e6 },
    queue: { count: 1, ns: 0 },
    infer: { count: 1, ns: 1e6 },
    cacheHit: { count: 0, ns: 0 },
    cacheMiss: { count: 0, ns: 0 },
    batches: new Map([[1, { count: 1, ns: 1e6 }]]),
  });
});
