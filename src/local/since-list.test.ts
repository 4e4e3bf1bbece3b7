import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listedDays } from '../money/keys/ended-since.ts';
import { emptyState, evolve } from '../money/ledger/state.ts';
import { endKey } from '../money/ledger/wallet.ts';
import { readSinceList, SinceList, sinceListOf } from './since-list.ts';

const dayMs = 86_400_000;
const beginMs = Date.UTC(2026, 10, 1);
const iso = (ms: number) => new Date(ms).toISOString();
const key = (name: string, endsAtMs: number) => JSON.stringify({ key: `key_${name}`, ends: iso(endsAtMs) });
const account = (name: string) => JSON.stringify({ account: name });

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-since-'));
  file = path.join(folder, 'apart', 'since.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what ended since a moment is found by its id', () => {
  const list = new SinceList(file, beginMs);
  list.add(key('early', beginMs), beginMs);
  list.add(key('one', beginMs + dayMs), beginMs + dayMs);
  list.add(account('anna'), beginMs + dayMs);
  list.add(account('anna'), beginMs + dayMs + 1);
  expect(readSinceList(file, beginMs + dayMs)).toEqual({
    keys: new Map([['key_one', beginMs + dayMs]]),
    accounts: ['anna'],
    fromMs: beginMs,
    unreadable: 0,
  });
  expect(statSync(file).mode & 0o077).toBe(0);
});

test('what was asked for just before the moment counts too: it may have ended after it', () => {
  const list = new SinceList(file, beginMs);
  list.add(key('one', beginMs), beginMs);
  expect(readSinceList(file, beginMs + 60_000)?.keys.size).toBe(1);
});

test('the last end of a key counts, but what has ended stays ended', () => {
  const list = new SinceList(file, beginMs);
  list.add(key('moved', beginMs + 2 * dayMs), beginMs);
  list.add(key('moved', beginMs + 5 * dayMs), beginMs + dayMs);
  list.add(key('ended', beginMs + 2 * dayMs), beginMs);
  list.add(key('ended', beginMs + 5 * dayMs), beginMs + 3 * dayMs);
  expect(readSinceList(file, beginMs)?.keys).toEqual(
    new Map([
      ['key_moved', beginMs + 5 * dayMs],
      ['key_ended', beginMs + 2 * dayMs],
    ]),
  );
});

test('a key ends as in its ledger, whatever was asked for, in whatever order', () => {
  const asked = fc.record({ afterMs: fc.nat(3 * dayMs), inMs: fc.integer({ min: -dayMs, max: 5 * dayMs }) });
  fc.assert(
    fc.property(fc.array(asked, { minLength: 1, maxLength: 6 }), (calls) => {
      rmSync(file, { force: true });
      const list = new SinceList(file, beginMs);
      const ledger = emptyState();
      const made = { id: 'key_one', hash: 'h', ratePerMinute: 30, operations: null, limit: null, endsAtMs: null };
      evolve(ledger, { kind: 'key-changed', key: made });
      let nowMs = beginMs;
      for (const { afterMs, inMs } of calls) {
        nowMs += afterMs;
        list.add(key('one', nowMs + inMs), nowMs);
        for (const event of endKey(ledger, 'key_one', nowMs + inMs, nowMs).events) evolve(ledger, event);
      }
      expect(readSinceList(file, beginMs)?.keys.get('key_one')).toBe(ledger.keys.get('key_one')?.key.endsAtMs);
    }),
    { numRuns: 200 },
  );
});

test('there is no list where there is none', () => {
  expect(readSinceList(file, 0)).toBeNull();
});

test('a start goes on with it, and drops what is older than it may be', () => {
  new SinceList(file, beginMs).add(account('anna'), beginMs);
  new SinceList(file, beginMs + dayMs).add(account('ben'), beginMs + dayMs);
  const lateMs = beginMs + (listedDays + 0.5) * dayMs;
  new SinceList(file, lateMs);
  expect(readSinceList(file, 0)).toMatchObject({ accounts: ['ben'], fromMs: lateMs - listedDays * dayMs });
  expect(readFileSync(file, 'utf8')).not.toContain('anna');
});

test('a service that is never stopped drops it too', () => {
  const list = new SinceList(file, beginMs);
  list.add(account('anna'), beginMs);
  list.add(account('ben'), beginMs + (listedDays + 1) * dayMs);
  expect(readSinceList(file, 0)?.accounts).toEqual(['ben']);
});

test('one that was removed is whole from then on', () => {
  const list = new SinceList(file, beginMs);
  rmSync(file);
  list.add(account('ben'), beginMs + 1);
  expect(readSinceList(file, 0)).toMatchObject({ accounts: ['ben'], fromMs: beginMs + 1 });
});

describe('after a failure of the machine', () => {
  test('a line that broke off is counted, and the others stay', () => {
    new SinceList(file, beginMs).add(account('anna'), beginMs);
    appendFileSync(file, '{"at":"2026-11');
    expect(readSinceList(file, 0)).toMatchObject({ accounts: ['anna'], unreadable: 1 });
    new SinceList(file, beginMs).add(account('ben'), beginMs);
    expect(readSinceList(file, 0)).toMatchObject({ accounts: ['anna', 'ben'], unreadable: 0, fromMs: beginMs });
  });

  test('a list without its first line does not say from when on it is whole', () => {
    writeFileSync(path.join(folder, 'since.jsonl'), `${JSON.stringify({ at: iso(beginMs), account: 'anna' })}\n`);
    const torn = path.join(folder, 'since.jsonl');
    expect(readSinceList(torn, 0)).toMatchObject({ fromMs: null });
    new SinceList(torn, beginMs + 5);
    expect(readSinceList(torn, 0)).toMatchObject({ fromMs: beginMs + 5 });
  });
});

test.each(['', 'x', '{}', '{"key":"key_a"}', '{"account":7}', '{"account":"a","email":"a@example.org"}'])(
  '%j is refused: ids alone are listed',
  (text) => {
    const list = new SinceList(file, beginMs);
    expect(() => list.add(text, beginMs)).toThrow();
    expect(readSinceList(file, 0)).toMatchObject({ accounts: [], unreadable: 0 });
  },
);

test('it is in the state folder unless it is named, and made with its folder', () => {
  expect(sinceListOf({}, '/state')).toBe(path.join('/state', 'since.jsonl'));
  expect(sinceListOf({ EDGEMATTE_SINCE: file }, '/state')).toBe(file);
  new SinceList(file, beginMs);
  expect(existsSync(file)).toBe(true);
});

test('where it cannot be written, one line says what to set', () => {
  writeFileSync(path.join(folder, 'apart'), '');
  expect(() => new SinceList(file, beginMs)).toThrow(
    /since\.jsonl cannot be written \(.*\); set EDGEMATTE_SINCE to a file that can$/,
  );
});
