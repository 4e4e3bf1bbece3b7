/** The turns of pictures: which have room at once, which wait, and which are refused at once because they would wait too long. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Body } from './capacity.ts';
import type { RequestMemory } from './memory.ts';
import { Transfer } from './transfer.ts';

const limits = { isolateBudgetBytes: 100, capacityWaitMs: 10_000 };
/** A request of a fresh isolate. */
let another: (caller?: string) => RequestMemory;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const { RequestMemory } = await import('./memory.ts');
  another = (caller) => new RequestMemory(limits, undefined, caller);
});
afterEach(() => void vi.useRealTimers());

/** What becomes of a request for a turn within so many milliseconds. */
async function outcomeOf(bytes: number, paceMs: number | null, withinMs = 0): Promise<number | 'waits'> {
  const asked = another().takeTurn(bytes, 0, paceMs);
  let outcome: number | 'waits' = 'waits';
  void asked.then((overdueMs) => {
    outcome = overdueMs;
  });
  await vi.advanceTimersByTimeAsync(withinMs);
  return outcome;
}

/** A body of so many bytes, of which nothing has come. */
const bodyOf = (expectedBytes: number): Body => ({
  transfer: new Transfer(),
  expectedBytes,
  heldBytes: 0,
  drop() {},
});

/** Has the isolate see pictures that end after so many milliseconds each. */
async function seePictures(tookMs: number): Promise<void> {
  const memory = another();
  await memory.takeTurn(100, 0, null);
  await vi.advanceTimersByTimeAsync(tookMs);
  memory.giveBack();
}

test('room that there is is had at once, and more than there ever is never', async () => {
  expect(await outcomeOf(60, null)).toBe(0);
  expect(await outcomeOf(40, null)).toBe(0);
  expect(await outcomeOf(101, null)).toBe(Number.POSITIVE_INFINITY);
});

test('as many wait as have their turn within half of the longest wait; the next is refused at once, with the time until there is room', async () => {
  await seePictures(2000);
  await outcomeOf(100, null);
  for (const _ of [1, 2]) {
    expect(another().isCrowded(null)).toBe(false);
    expect(await outcomeOf(100, null)).toBe('waits');
  }
  expect(another().isCrowded(null)).toBe(true);
  expect(await outcomeOf(100, null)).toBe(3 * 2000 - 5000);
});

test('who waits has the turn once a picture has ended', async () => {
  await seePictures(2000);
  const first = another();
  await first.takeTurn(100, 0, null);
  const second = another().takeTurn(100, 0, null);
  await vi.advanceTimersByTimeAsync(1900);
  first.giveBack();
  expect(await second).toBe(0);
});

test('an isolate that has seen nothing end goes by the pace of the network', async () => {
  await outcomeOf(100, 4000);
  expect(await outcomeOf(100, 4000)).toBe('waits');
  expect(await outcomeOf(100, 4000)).toBe(2 * 4000 - 5000);
});

test('and where that is unknown too, judges a waiting picture after 0.4 s, and not again', async () => {
  await outcomeOf(100, null);
  const waiting = [1, 2, 3].map(() => another().takeTurn(100, 0, null));
  await vi.advanceTimersByTimeAsync(400);
  // 2 s each are assumed: the third would begin after six.
  expect(await waiting[2]).toBe(1000);
  await vi.advanceTimersByTimeAsync(9500);
  expect(await Promise.race([waiting[0], 'waits'])).toBe('waits');
  await vi.advanceTimersByTimeAsync(200);
  expect(await waiting[0]).toBeGreaterThan(0);
});

test('an upload passes pictures that wait for more; a larger one waits its turn, or is refused at once with the time of its turn', async () => {
  await seePictures(2000);
  await outcomeOf(90, null);
  await outcomeOf(90, null);
  expect(await another().beginBody(bodyOf(5), null)).toBe(0);
  const large = another().beginBody(bodyOf(10), null);
  await vi.advanceTimersByTimeAsync(800);
  expect(await Promise.race([large, 'waits'])).toBe('waits');
  expect(await another().beginBody(bodyOf(10), null)).toBe(3 * 2000 - 5000);
});

/** A picture that has begun, with what it may still take. */
async function begun(bytes: number, laterBytes: number): Promise<RequestMemory> {
  const memory = another();
  expect(await memory.takeTurn(bytes, laterBytes, null)).toBe(0);
  return memory;
}

test('a picture waits for its next stage as long as it may, and is refused if it finds no room', async () => {
  const first = await begun(30, 30);
  const second = await begun(30, 30);
  expect(await first.takeStage(20, 10)).toBe(0);
  const waiting = second.takeStage(30, 0);
  await vi.advanceTimersByTimeAsync(9900);
  expect(await Promise.race([waiting, 'waits'])).toBe('waits');
  await vi.advanceTimersByTimeAsync(200);
  expect(await waiting).toBeGreaterThan(0);
  // It did not lose its claim: once the first has ended it has its stage.
  first.giveBack();
  expect(await second.takeStage(30, 0)).toBe(0);
});

test('a picture that could never have its later stages has no turn', async () => {
  expect(await another().takeTurn(60, 41, null)).toBe(Number.POSITIVE_INFINITY);
  await begun(60, 40);
});

test('what only decoding takes is given back, and may be asked for again by a later stage', async () => {
  const first = await begun(90, 0);
  const second = another().takeTurn(50, 0, null);
  await vi.advanceTimersByTimeAsync(0);
  first.lower(60);
  expect(await second).toBe(0);
  // 20 are free: the second is waited for.
  const stage = first.takeStage(60, 0);
  await vi.advanceTimersByTimeAsync(0);
  expect(await Promise.race([stage, 'waits'])).toBe('waits');
});

test('a turn may end before its request, which then keeps some bytes and claims none', async () => {
  const first = await begun(40, 60);
  const waiting = another().takeTurn(60, 30, null);
  await vi.advanceTimersByTimeAsync(0);
  first.endTurn(10);
  expect(await waiting).toBe(0);
  // The second may still take the 30 bytes that are free, and nobody knows when an upload ends.
  const upload = another().beginBody(bodyOf(1), null);
  await vi.advanceTimersByTimeAsync(0);
  expect(await Promise.race([upload, 'waits'])).toBe('waits');
});

/** Begins a body that holds so many bytes and brings no more. */
async function slowBody(caller: string, bytes: number): Promise<RequestMemory> {
  const memory = another(caller);
  const body = { ...bodyOf(100), transfer: new Transfer() };
  expect(await memory.beginBody(body, null)).toBe(0);
  expect(memory.grow(bytes)).toBe(true);
  body.transfer.wait();
  await vi.advanceTimersByTimeAsync(1000);
  return memory;
}

test('a body takes nothing before its first byte, and what came stays when it has ended', async () => {
  const first = await slowBody('a', 30);
  expect(await another().beginBody(bodyOf(70), null)).toBe(0);
  first.endBody();
  expect(await outcomeOf(71, null)).toBe('waits');
  first.giveBack();
  expect(await outcomeOf(29, null)).toBe('waits');
});

test('a body that is too slow to be waited for is begun beside, with what there is', async () => {
  await slowBody('a', 80);
  const memory = another('b');
  expect(await memory.beginBody(bodyOf(60), null)).toBe(0);
  expect([memory.grow(20), memory.grow(1)]).toEqual([true, false]);
});

test('a further body of a caller with a slow one waits unread, until there is room or that one has ended', async () => {
  const slow = await slowBody('a', 60);
  let isIn = false;
  void another('a')
    .isLetIn()
    .then((result) => {
      isIn = result;
    });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isIn).toBe(false);
  expect(await another('b').isLetIn()).toBe(true);
  slow.shrink(10);
  await vi.advanceTimersByTimeAsync(400);
  expect(isIn).toBe(true);
});

test('and no longer than a minute', async () => {
  await slowBody('a', 60);
  const answered = another('a').isLetIn();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answered).toBe(false);
});

test('a request that holds bytes waits for no room: its next body begins with what there is', async () => {
  const first = await begun(60, 0);
  const second = another();
  expect(await second.beginBody(bodyOf(20), null)).toBe(0);
  second.grow(30);
  second.endBody();
  expect(await second.beginBody(bodyOf(100), null)).toBe(0);
  expect([second.grow(10), second.grow(1)]).toEqual([true, false]);
  first.giveBack();
});

test('a client that reads its answer slowly is waited for by nobody', async () => {
  const picture = await begun(80, 0);
  picture.beginAnswer().wait();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcomeOf(21, 4000)).toBeGreaterThan(0);
  expect(await outcomeOf(20, 4000)).toBe(0);
});
