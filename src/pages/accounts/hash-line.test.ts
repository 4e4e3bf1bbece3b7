import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asker, type Clock, HashLine } from './hash-line.ts';

/** An event loop with a clock of its own: work moves it on, and what falls due meanwhile comes late, one after the other. */
class ScriptedLoop implements Clock {
  #nowMs = 0;
  readonly #due: { readonly atMs: number; readonly go: () => void }[] = [];

  now(): number {
    return this.#nowMs;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((go) => this.#due.push({ atMs: this.#nowMs + ms, go }));
  }

  work(ms: number): void {
    this.#nowMs += ms;
  }

  async runUntil(done: Promise<unknown>): Promise<void> {
    let ended = false;
    const end = done.finally(() => {
      ended = true;
    });
    for (await pause(); !ended; await pause()) {
      const [next] = this.#due.sort((one, other) => one.atMs - other.atMs).splice(0, 1);
      if (!next) throw new Error('Nothing is due, and something waits');
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.go();
    }
    await end;
  }
}

/** So that all that can go on without the clock has gone on. */
const pause = () => new Promise((resolve) => setImmediate(resolve));

interface Asked {
  readonly isKnown: boolean;
  readonly network?: string;
  readonly hasFailed?: boolean;
  readonly atMs?: number;
  readonly tookMs?: number;
}

interface Flood {
  readonly hashes: readonly Asked[];
  /** When credit questions arrive, and how many turns of the loop each takes. */
  readonly questions?: readonly { readonly atMs: number; readonly turns: number }[];
  readonly waitMs?: number;
}

/** What became of each hash, and how many began while each question was in work. */
async function flood({ hashes, questions = [], waitMs = 10_000 }: Flood) {
  const loop = new ScriptedLoop();
  const line = new HashLine(loop);
  const began: number[] = [];
  const asked = hashes.map(async ({ isKnown, network = null, hasFailed = false, atMs = 0, tookMs = 100 }, index) => {
    await loop.sleep(atMs);
    const turn = await line.run(
      { isKnown, network, hasFailed },
      waitMs,
      async () => true,
      () => {
        began.push(index);
        loop.work(tookMs);
      },
    );
    return 'hash' in turn ? 'hashed' : turn.retryAfterSeconds;
  });
  const answered = questions.map(async ({ atMs, turns }) => {
    await loop.sleep(atMs);
    const before = began.length;
    for (let turn = 0; turn < turns; turn++) await loop.sleep(1);
    return began.length - before;
  });
  await loop.runUntil(Promise.all([...asked, ...answered]));
  return { outcomes: await Promise.all(asked), began, begunDuring: await Promise.all(answered) };
}

const stranger: Asker = { isKnown: false, network: null, hasFailed: false };
const strangers = (count: number): Asked[] => Array.from({ length: count }, () => ({ isKnown: false }));

test('at most two hashes begin between the arrival and the answer of a question, whatever waits', async () => {
  const hash = fc.record({
    isKnown: fc.boolean(),
    atMs: fc.integer({ min: 0, max: 2000 }),
    tookMs: fc.integer({ min: 50, max: 300 }),
  });
  const question = fc.record({ atMs: fc.integer({ min: 0, max: 2000 }), turns: fc.integer({ min: 1, max: 20 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(hash, { minLength: 10, maxLength: 60 }),
      fc.array(question, { minLength: 1, maxLength: 20 }),
      async (hashes, questions) => {
        const { begunDuring } = await flood({ hashes, questions });
        for (const begun of begunDuring) expect(begun).toBeLessThanOrEqual(2);
      },
    ),
    { numRuns: 60 },
  );
});

test('each has its turn in the order in which it came', async () => {
  expect((await flood({ hashes: strangers(3) })).began).toEqual([0, 1, 2]);
});

test('while one of strangers runs three wait, and the rest gets a Retry-After', async () => {
  const { outcomes } = await flood({ hashes: strangers(24) });
  expect(outcomes).toEqual([...Array(4).fill('hashed'), ...Array(20).fill(1)]);
});

test('one place is kept for a browser that has signed in before', async () => {
  const known = { isKnown: true };
  const { outcomes } = await flood({ hashes: [...strangers(6), known, known] });
  expect(outcomes).toEqual([...Array(4).fill('hashed'), 1, 1, 'hashed', 1]);
});

test('browsers that have signed in before may take all four places', async () => {
  const known = Array.from({ length: 6 }, () => ({ isKnown: true }));
  const { outcomes } = await flood({ hashes: [...known, ...strangers(1)] });
  expect(outcomes).toEqual([...Array(5).fill('hashed'), 1, 1]);
});

test('five of one network that failed before leave a place to a new browser of another', async () => {
  const failing = Array.from({ length: 5 }, () => ({ isKnown: false, network: 'a', hasFailed: true }));
  const others = ['b', 'c'].map((network) => ({ isKnown: false, network }));
  const { outcomes } = await flood({ hashes: [...failing, ...others] });
  // One runs, two wait, and one place is for the others.
  expect(outcomes).toEqual([...Array(3).fill('hashed'), 1, 1, 'hashed', 1]);
});

test('so do five of one network whose first has not ended yet', async () => {
  const first = Array.from({ length: 5 }, () => ({ isKnown: false, network: 'a' }));
  const { outcomes } = await flood({ hashes: [...first, { isKnown: false, network: 'b' }] });
  expect(outcomes).toEqual([...Array(3).fill('hashed'), 1, 1, 'hashed']);
});

test('networks without a failed try have all places of strangers', async () => {
  const hashes = ['a', 'b', 'c', 'd', 'e'].map((network) => ({ isKnown: false, network }));
  expect((await flood({ hashes })).outcomes).toEqual([...Array(4).fill('hashed'), 1]);
});

test('a browser that has signed in before may have failed', async () => {
  const failing = Array.from({ length: 4 }, () => ({ isKnown: false, network: 'a', hasFailed: true }));
  const known = { isKnown: true, network: 'a', hasFailed: true };
  expect((await flood({ hashes: [...failing, known, known] })).outcomes).toEqual([
    ...Array(3).fill('hashed'),
    1,
    ...Array(2).fill('hashed'),
  ]);
});

test('the Retry-After follows from how long hashes take, and is never more than three seconds', async () => {
  const slow = (tookMs: number) => [{ isKnown: false, tookMs }, ...[1, 1, 1, 1, 1].map(after)];
  const after = () => ({ isKnown: false, atMs: 1 });
  const retryAfter = async (tookMs: number) => (await flood({ hashes: slow(tookMs), waitMs: 1e6 })).outcomes.at(-1);
  expect([await retryAfter(100), await retryAfter(300), await retryAfter(5000)]).toEqual([1, 2, 3]);
});

test('one whose turn does not come in time gets a Retry-After, and leaves its place', async () => {
  const hashes = [
    { isKnown: false, tookMs: 900 },
    { isKnown: false, atMs: 1 },
    { isKnown: false, atMs: 2500 },
  ];
  const { outcomes, began } = await flood({ hashes, waitMs: 500 });
  expect(outcomes).toEqual(['hashed', 2, 'hashed']);
  expect(began).toEqual([0, 2]);
});

test('one that finds no room leaves its place to the next', async () => {
  const loop = new ScriptedLoop();
  const line = new HashLine(loop);
  const run = (room: boolean) =>
    line.run(
      stranger,
      1000,
      async () => room,
      () => 'hashed',
    );
  const both = Promise.all([run(false), run(true)]);
  await loop.runUntil(both);
  expect(await both).toEqual([{ retryAfterSeconds: 1 }, { hash: 'hashed' }]);
});

test('places of those that the runtime has dropped come free', async () => {
  const loop = new ScriptedLoop();
  const line = new HashLine(loop);
  const hashed = () => Promise.resolve(true);
  const gone = () => new Promise<boolean>(() => {});
  for (const ready of [gone, gone, gone]) void line.run(stranger, 100, ready, () => null);
  await pause();
  expect(await line.run(stranger, 100, hashed, () => null)).toEqual({ retryAfterSeconds: 1 });
  loop.work(2200);
  const later = line.run(stranger, 100, hashed, () => null);
  await loop.runUntil(later);
  expect(await later).toEqual({ hash: null });
});
