/** How many fetches of one caller from one host go on at once. Counted on a clock of the test's own. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FetchPlaces } from './fetch-places.ts';

const lifeMs = 300_000;
let places: FetchPlaces;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  places = new FetchPlaces();
});
afterEach(() => void vi.useRealTimers());

/** Asks for a place; what becomes of it is in `outcome`. */
function asks(caller = 'a', host = 'images.example.com') {
  const leaving = new AbortController();
  const asked = {
    outcome: 'waits' as 'waits' | 'refused' | 'has it',
    leave: () => {},
    abort: () => leaving.abort(),
  };
  void places.enter(caller, host, lifeMs, leaving.signal).then((leave) => {
    asked.outcome = leave ? 'has it' : 'refused';
    asked.leave = leave ?? asked.leave;
  });
  return asked;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const outcomesOf = (all: readonly { outcome: string }[]) => all.map(({ outcome }) => outcome);
const four = () => [asks(), asks(), asks(), asks()];

test('four go on at once, a fifth waits, and those of other callers and hosts do not', async () => {
  const begun = four();
  const fifth = asks();
  const others = [asks('b'), asks('a', 'other.example.com')];
  await pass(0);
  expect(outcomesOf([...begun, fifth, ...others])).toEqual([...Array(4).fill('has it'), 'waits', 'has it', 'has it']);
  begun[2].leave();
  await pass(0);
  expect(fifth.outcome).toBe('has it');
});

test('who waits gets a place in the order in which it came, each place once', async () => {
  const begun = four();
  const waiting = [asks(), asks(), asks()];
  await pass(0);
  begun[0].leave();
  begun[0].leave();
  await pass(0);
  expect(outcomesOf(waiting)).toEqual(['has it', 'waits', 'waits']);
  begun[1].leave();
  await pass(0);
  expect(outcomesOf(waiting)).toEqual(['has it', 'has it', 'waits']);
});

test('after 10 s it is refused, and has no place later', async () => {
  const begun = four();
  const fifth = asks();
  await pass(9999);
  expect(fifth.outcome).toBe('waits');
  await pass(1);
  expect(fifth.outcome).toBe('refused');
  begun[0].leave();
  const next = [asks(), asks()];
  await pass(0);
  expect(outcomesOf(next)).toEqual(['has it', 'waits']);
});

test('one that leaves gives its turn to the next', async () => {
  const begun = four();
  const waiting = [asks(), asks()];
  await pass(0);
  waiting[0].abort();
  await pass(0);
  begun[0].leave();
  await pass(0);
  expect(outcomesOf(waiting)).toEqual(['refused', 'has it']);
});

test('places of requests that the runtime dropped come free once no fetch could go on any longer', async () => {
  four();
  await pass(lifeMs - 1);
  const early = asks();
  await pass(0);
  expect(early.outcome).toBe('waits');
  await pass(1);
  const later = asks();
  await pass(0);
  expect(outcomesOf([early, later])).toEqual(['has it', 'has it']);
});
