import { describe, expect, it } from 'vitest';
import { isIdempotencyKey } from '../../../../contract/idempotency.ts';
import { PageMemory, RepeatKeys } from './repeat-keys.ts';

const hourMs = 3_600_000;

/** Keys over a storage of their own, at a time that the test sets. */
function open(storage = new PageMemory()) {
  const clock = { ms: 1_000_000 };
  return { keys: new RepeatKeys(storage, () => clock.ms), clock, storage };
}

const namesIn = (storage: PageMemory) => Array.from({ length: storage.length }, (_, index) => storage.key(index));

describe('the key of a call', () => {
  it('is drawn anew for each call, and may be sent', () => {
    const { keys } = open();
    const drawn = ['a', 'b', 'c'].map((callId) => keys.keyFor(callId));
    expect(new Set(drawn).size).toBe(3);
    for (const key of drawn) expect(isIdempotencyKey(key)).toBe(true);
    expect(open().keys.keyFor('a')).not.toBe(drawn[0]);
  });

  it('stays until it is forgotten, also for the next page', () => {
    const { keys, storage } = open();
    const key = keys.keyFor('a');
    expect(keys.keyFor('a')).toBe(key);
    expect(open(storage).keys.keyFor('a')).toBe(key);
    keys.forget('a');
    expect(keys.keyFor('a')).not.toBe(key);
  });

  it('stays while the page does where the storage has no room for it', () => {
    const { keys, storage } = open();
    const setItem = storage.setItem.bind(storage);
    storage.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    const key = keys.keyFor('a');
    expect(isIdempotencyKey(key)).toBe(true);
    expect(keys.keyFor('a')).toBe(key);
    expect(namesIn(storage)).toEqual([]);
    storage.setItem = setItem;
    expect(keys.keyFor('a')).toBe(key);
    expect(open(storage).keys.keyFor('a')).toBe(key);
    keys.forget('a');
    expect(keys.keyFor('a')).not.toBe(key);
  });

  it('stays no longer than others where the storage has no room for it', () => {
    const { keys, clock, storage } = open();
    storage.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    const key = keys.keyFor('a');
    keys.forget('a');
    expect(keys.keyFor('a')).not.toBe(key);
    const again = keys.keyFor('a');
    clock.ms += 24 * hourMs;
    expect(keys.keyFor('a')).not.toBe(again);
  });

  it('stays for less than 24 hours after it was last sent', () => {
    const { keys, clock } = open();
    const key = keys.keyFor('a');
    clock.ms += 24 * hourMs - 1;
    expect(keys.keyFor('a')).toBe(key);
    clock.ms += 24 * hourMs - 1;
    expect(keys.keyFor('a')).toBe(key);
    clock.ms += 24 * hourMs;
    expect(keys.keyFor('a')).not.toBe(key);
  });
});

it('is known since it was first sent, however often it is sent again', () => {
  const { keys, clock, storage } = open();
  keys.keyFor('a');
  clock.ms += hourMs;
  keys.keyFor('a');
  expect(keys.kept('a')).toEqual({ key: keys.keyFor('a'), sinceMs: 1_000_000, sentAtMs: clock.ms });
  expect(keys.kept('b')).toBeNull();
  storage.setItem('edgematte.call.b', JSON.stringify({ key: 'by an earlier version', sentAtMs: 2_000_000 }));
  expect(keys.kept('b')?.sinceMs).toBe(2_000_000);
});

describe('what is stored', () => {
  it('loses keys that are too old when the next page is opened', () => {
    const { keys, clock, storage } = open();
    keys.keyFor('first');
    clock.ms += 24 * hourMs;
    keys.keyFor('second');
    expect(namesIn(storage)).toEqual(['edgematte.call.second']);
    new RepeatKeys(storage, () => clock.ms + 24 * hourMs);
    expect(namesIn(storage)).toEqual([]);
  });

  it('loses the oldest of more than 100', () => {
    const { keys, clock, storage } = open();
    for (let count = 0; count < 120; count++) {
      clock.ms += 1;
      keys.keyFor(`call ${count}`);
    }
    const kept = namesIn(storage);
    expect(kept).toHaveLength(100);
    expect(kept).toEqual(Array.from({ length: 100 }, (_, index) => `edgematte.call.call ${index + 20}`));
  });

  it('is left alone where others have put it there, and drawn anew where it is broken', () => {
    const { keys, storage } = open();
    storage.setItem('theirs', 'a text');
    for (const broken of ['', 'no JSON', 'null', '{}', '{"key":5,"sentAtMs":1000000}']) {
      storage.setItem('edgematte.call.a', broken);
      expect(isIdempotencyKey(keys.keyFor('a')), broken).toBe(true);
    }
    expect(namesIn(storage).sort()).toEqual(['edgematte.call.a', 'theirs']);
  });
});
