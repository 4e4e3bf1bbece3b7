import { abortAllDurableObjects, env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it, vi } from 'vitest';
import type { Allowances } from './allowances.ts';
import { maxSubjects } from './rules.ts';

const { ALLOWANCES } = env;
const dayMs = 86_400_000;
const mine = { subject: 'mine', limit: 2, windowMs: dayMs };
const all = { subject: 'all', limit: 3, windowMs: dayMs };

const newSet = () => ALLOWANCES.getByName(crypto.randomUUID());

function rows(set: DurableObjectStub<Allowances>) {
  return runInDurableObject(set, (_object, { storage }) => storage.sql.exec('SELECT * FROM used').toArray());
}

describe('a set of allowances', () => {
  it('counts takings, less those given back', async () => {
    const set = newSet();
    for (const due of [1, 0]) {
      expect(await set.take([mine, all])).toEqual({ allowed: true });
      expect(await set.left([mine, all])).toBe(due);
    }
    expect(await set.take([mine, all])).toEqual({
      allowed: false,
      retryAfterSeconds: expect.any(Number),
      usedUp: ['mine'],
    });
    await set.giveBack(['mine', 'all']);
    expect(await set.left([mine, all])).toBe(1);
    await set.giveBack(['mine', 'all']);
    await set.giveBack(['mine', 'all']);
    expect(await set.left([mine, all])).toBe(2);
    expect(await rows(set)).toEqual([]);
  });

  it('counts one time more of what it knows, and begins nothing by it', async () => {
    const set = newSet();
    expect(await set.again(mine)).toBe(false);
    expect(await rows(set)).toEqual([]);
    await set.take([mine]);
    expect([await set.again(mine), await set.again(mine)]).toEqual([true, false]);
    expect(await set.left([mine])).toBe(0);
  });

  it('begins what it does not know, and counts it no second time', async () => {
    const set = newSet();
    for (let time = 0; time < 3; time++) await set.begin(mine);
    expect(await set.left([mine])).toBe(1);
  });

  it('never allows more than its limit to calls at once', async () => {
    const set = newSet();
    const takings = await Promise.all(Array.from({ length: 20 }, () => set.take([mine, all])));
    expect(takings.filter(({ allowed }) => allowed)).toHaveLength(2);
  });

  it('remembers across an eviction', async () => {
    const set = newSet();
    await set.take([{ ...mine, limit: 1 }]);
    await abortAllDurableObjects();
    expect(await ALLOWANCES.get(set.id).left([{ ...mine, limit: 1 }])).toBe(0);
  });

  it('forgets what has ended, within the minute, and nothing else', async () => {
    const set = newSet();
    const alarmMs = () => runInDurableObject(set, (_object, { storage }) => storage.getAlarm());
    await set.take([all]);
    expect(await alarmMs()).toBeLessThanOrEqual(Date.now() + dayMs + 60_000);
    await runInDurableObject(set, (_object, { storage }) => {
      storage.sql.exec("INSERT INTO used VALUES ('ended', 1, ?)", Date.now() - 1);
    });
    expect(await runDurableObjectAlarm(set)).toBe(true);
    expect(await rows(set)).toMatchObject([{ subject: 'all', count: 1 }]);
    expect(await alarmMs()).toBeGreaterThan(Date.now());
  });

  it('refuses for the whole window by its limit, from the first time on, by one clock', async () => {
    const set = newSet();
    const startMs = Date.now();
    for (const ms of [0, 1000]) expect(await set.take([mine], startMs + ms)).toEqual({ allowed: true });
    const refused = { allowed: false, retryAfterSeconds: 86_398, usedUp: ['mine'] };
    expect(await set.take([mine], startMs + 2000)).toEqual(refused);
    expect(await set.left([mine], startMs + dayMs - 1)).toBe(0);
    expect(await set.left([mine], startMs + dayMs)).toBe(2);
    expect(await set.take([mine], startMs + dayMs)).toEqual({ allowed: true });
    await set.giveBack(['mine'], startMs + 2 * dayMs);
    expect(await rows(set)).toEqual([]);
  });

  it('rings at the full minute after the first window ends, and again after the next', async () => {
    const set = newSet();
    const minuteMs = 60_000;
    const alarmMs = () => runInDurableObject(set, (_object, { storage }) => storage.getAlarm());
    const startMs = Math.floor(Date.now() / minuteMs) * minuteMs + dayMs;
    const claim = (subject: string, windowMs: number) => ({ subject, limit: 1, windowMs });
    await set.take([claim('long', 5 * minuteMs)], startMs + 1);
    expect(await alarmMs()).toBe(startMs + 6 * minuteMs);
    await set.take([claim('longer', 9 * minuteMs)], startMs + 1);
    expect(await alarmMs()).toBe(startMs + 6 * minuteMs);
    await set.take([claim('short', minuteMs)], startMs);
    expect(await alarmMs()).toBe(startMs + minuteMs);
    await set.giveBack(['short', 'long'], startMs);
    expect(await runDurableObjectAlarm(set)).toBe(true);
    expect(await alarmMs()).toBe(startMs + 10 * minuteMs);
  });

  it('sets no alarm for a taking that is refused, and none once nothing is kept', async () => {
    const set = newSet();
    const alarmMs = () => runInDurableObject(set, (_object, { storage }) => storage.getAlarm());
    expect(await set.take([{ ...mine, limit: 0 }])).toMatchObject({ allowed: false });
    expect([await alarmMs(), await rows(set)]).toEqual([null, []]);
    await set.take([mine]);
    await set.giveBack(['mine']);
    expect(await runDurableObjectAlarm(set)).toBe(true);
    expect(await alarmMs()).toBeNull();
  });

  it('forgets a window at the moment of its end', async () => {
    const set = newSet();
    const nowMs = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(nowMs);
    await set.take([{ ...mine, windowMs: 1000 }], nowMs - 1000);
    await set.take([{ ...all, windowMs: 1001 }], nowMs - 1000);
    expect(await runDurableObjectAlarm(set)).toBe(true);
    expect(await rows(set)).toMatchObject([{ subject: 'all' }]);
    vi.restoreAllMocks();
  });

  it('takes in no more subjects than it has room for, until the first have ended', async () => {
    const set = newSet();
    const startMs = Date.now();
    const endsAtMs = startMs + 5000;
    await set.take([mine]);
    await runInDurableObject(set, (_object, { storage }) => {
      storage.sql.exec(
        `WITH RECURSIVE number (at) AS (SELECT 2 UNION ALL SELECT at + 1 FROM number WHERE at < ?)
         INSERT INTO used SELECT 'n' || at, 1, ? FROM number`,
        ...[maxSubjects, endsAtMs],
      );
    });
    expect(await set.take([all], startMs)).toEqual({ allowed: false, retryAfterSeconds: 5, usedUp: [] });
    expect(await set.take([mine])).toEqual({ allowed: true });
    expect(await set.take([all], endsAtMs - 1)).toEqual({ allowed: false, retryAfterSeconds: 1, usedUp: [] });
    expect(await set.take([all], endsAtMs)).toEqual({ allowed: true });
    expect(await rows(set)).toHaveLength(2);
  });
});
