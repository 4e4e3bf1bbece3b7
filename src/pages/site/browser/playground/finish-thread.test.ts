/** Where a picture is finished: what the page and the worker say to each other, and what ends it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readOptions } from '../../../../contract/options.ts';
import { cutoutOutput, outputOptions } from '../../../../contract/output/options.ts';
import type { FileMadeHere, FinishOrder } from './finish.ts';
import { finish } from './finish-thread.ts';

const { finishedPicture } = vi.hoisted(() => ({
  finishedPicture: vi.fn<(order: FinishOrder) => Promise<FileMadeHere>>(),
}));
vi.mock('./finish.ts', () => ({ finishedPicture }));

const { output } = cutoutOutput(readOptions(outputOptions, new Map([['aspect', '1:1']])), null);
if (!output) throw new Error('The options ask for no output');
const order: FinishOrder = { cutout: new Blob(['cutout']), isMatte: false, output, background: null };
const framing = { boxLeftPx: 0, boxTopPx: 0, boxWidthPx: 4, boxHeightPx: 4, widthPx: 4, heightPx: 4 };
const made: FileMadeHere = { file: new Blob(['file']), framing };

afterEach(() => {
  vi.unstubAllGlobals();
  finishedPicture.mockReset();
});

describe('in a worker', () => {
  const workers: FakeWorker[] = [];

  class FakeWorker extends EventTarget {
    readonly orders: unknown[] = [];
    readonly script: URL;
    isEnded = false;
    constructor(script: URL) {
      super();
      this.script = script;
      workers.push(this);
    }
    postMessage(given: unknown) {
      this.orders.push(given);
    }
    terminate() {
      this.isEnded = true;
    }
    says(data: unknown) {
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
    breaks(message: string) {
      this.dispatchEvent(Object.assign(new Event('error'), { message }));
    }
  }

  beforeEach(() => {
    workers.length = 0;
    vi.stubGlobal('OffscreenCanvas', class {});
    vi.stubGlobal('Worker', FakeWorker);
  });

  test('it is ordered once, and the worker ends with its answer', async () => {
    const finished = finish(order, new AbortController().signal);
    const [worker] = workers;
    expect([worker.script.pathname.split('/').at(-1), worker.orders]).toEqual(['finish-worker.js', [order]]);
    worker.says({ kind: 'made', made });
    expect([await finished, worker.isEnded, finishedPicture.mock.calls]).toEqual([made, true, []]);
  });

  test.each([
    ['fails', (worker: FakeWorker) => worker.says({ kind: 'failed', text: 'It is too large.' }), 'It is too large.'],
    ['breaks', (worker: FakeWorker) => worker.breaks('Out of memory'), 'Out of memory'],
    ['is not there', (worker: FakeWorker) => worker.breaks(''), 'The worker could not be loaded'],
  ])('it is not made where the worker %s', async (_, happens, why) => {
    const finished = finish(order);
    happens(workers[0]);
    await expect(finished).rejects.toThrow(why);
    expect(workers[0].isEnded).toBe(true);
  });

  test('the worker ends at once where something else is wanted, and none is started for what is wanted no more', async () => {
    const wanted = new AbortController();
    const finished = finish(order, wanted.signal);
    wanted.abort(new Error('Replaced'));
    expect(workers[0].isEnded).toBe(true);
    await expect(finished).rejects.toThrow('Replaced');
    await expect(finish(order, wanted.signal)).rejects.toThrow('Replaced');
    expect(workers).toHaveLength(1);
  });
});

describe('where workers cannot draw', () => {
  test('it is made on this thread, one at a time, but for what is wanted no more', async () => {
    const ends: (() => void)[] = [];
    finishedPicture.mockImplementation(() => new Promise((resolve) => ends.push(() => resolve(made))));
    const replaced = new AbortController();
    const [first, second, third] = [finish(order), finish(order, replaced.signal), finish(order)];
    replaced.abort(new Error('Replaced'));
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    ends[0]();
    await expect(second).rejects.toThrow('Replaced');
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    ends[1]();
    expect([await first, await third]).toEqual([made, made]);
  });

  test('what fails is said, and the next is made', async () => {
    finishedPicture.mockRejectedValueOnce(new Error('It is too large.')).mockResolvedValueOnce(made);
    const [first, second] = [finish(order), finish(order)];
    await expect(first).rejects.toThrow('It is too large.');
    expect(await second).toEqual(made);
  });
});
