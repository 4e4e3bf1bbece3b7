/** The alarm of a ledger: forgotten holds come back, names are forgotten, old entries are folded. */
import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { entryLifeMs } from './entry-table.ts';
import { memoryMs } from './names.ts';
import { admitted, dayMs, fingerprint, LEDGERS, type Ledger, meddle, openLedger, rows } from './testing/ledger.ts';

const leaseMs = 55_000;

afterEach(() => {
  vi.useRealTimers();
});

describe('the alarm', () => {
  const alarmOf = (ledger: Ledger) => runInDurableObject(ledger, (_object, { storage }) => storage.getAlarm());

  test('gives back what was forgotten and leaves what is renewed', async () => {
    const ledger = await openLedger();
    await admitted(ledger);
    const kept = await admitted(ledger);
    // The lease of the first hold ran out long ago.
    await meddle(ledger, 'UPDATE hold SET lease_ends_at_ms = 1 WHERE id <> ?', kept);
    expect(await runDurableObjectAlarm(ledger)).toBe(true);
    expect(await ledger.keyState('key_1')).toMatchObject({ balance: 3, openHolds: 1, credit: 2 });
    expect(await ledger.entries(1, null)).toMatchObject([{ kind: 'lapse', amount: 0, balanceAfter: 3 }]);
    expect(await ledger.settle(kept, null)).toBe(true);
  });

  test('is the earliest of leases and memories, and forgets what has ended', async () => {
    const ledger = await openLedger();
    const leaseEnd = await (async () => {
      await admitted(ledger);
      return alarmOf(ledger);
    })();
    expect(Math.abs(Number(leaseEnd) - Date.now() - 55_000)).toBeLessThan(30_000);
    await ledger.settle(await admitted(ledger, { idempotencyKey: 'n' }), fingerprint);
    expect(await alarmOf(ledger)).toBe(leaseEnd);
    await meddle(ledger, 'UPDATE hold SET lease_ends_at_ms = 1');
    await runDurableObjectAlarm(ledger);
    const memoryEnd = Number(await alarmOf(ledger));
    expect(memoryEnd % 60_000).toBe(0);
    expect(Math.abs(memoryEnd - Date.now() - memoryMs)).toBeLessThan(120_000);
    await meddle(ledger, 'UPDATE remembered_name SET ends_at_ms = 1');
    await runDurableObjectAlarm(ledger);
    expect(await rows(ledger, 'remembered_name')).toEqual([]);
    expect(await alarmOf(ledger)).toBeNull();
  });

  test('rings for every hold that is forgotten, not for the first alone', async () => {
    vi.setSystemTime(Date.now());
    const ledger = await openLedger();
    for (const forgotten of [1, 2, 3]) {
      await admitted(ledger);
      expect(await alarmOf(ledger)).toBe(Date.now() + leaseMs);
      vi.setSystemTime(Date.now() + leaseMs);
      expect(await runDurableObjectAlarm(ledger)).toBe(true);
      expect(await alarmOf(ledger)).toBeNull();
      expect(await ledger.keyState('key_1')).toMatchObject({ credit: 3, openHolds: 0 });
      const entries = await ledger.entries(10, null);
      expect(entries.filter(({ kind }) => kind === 'lapse')).toHaveLength(forgotten);
    }
  });

  test('is that of the earliest lease, and then that of the next', async () => {
    const first = Date.now();
    vi.setSystemTime(first);
    const ledger = await openLedger();
    await admitted(ledger);
    vi.setSystemTime(first + 1000);
    const renewed = await admitted(ledger);
    expect(await alarmOf(ledger)).toBe(first + leaseMs);
    vi.setSystemTime(first + 2000);
    expect(await ledger.renew(renewed)).toBe(true);
    vi.setSystemTime(first + leaseMs - 1);
    await runDurableObjectAlarm(ledger);
    expect(await ledger.keyState('key_1')).toMatchObject({ openHolds: 2 });
    expect(await alarmOf(ledger)).toBe(first + leaseMs);
    vi.setSystemTime(first + leaseMs);
    await runDurableObjectAlarm(ledger);
    expect(await ledger.keyState('key_1')).toMatchObject({ openHolds: 1 });
    expect(await alarmOf(ledger)).toBe(first + 2000 + leaseMs);
  });

  test('is set again by an object that reads its state anew', async () => {
    const ledger = await openLedger();
    await admitted(ledger);
    const [due] = await rows(ledger, 'hold');
    await runInDurableObject(ledger, (_object, { storage }) => storage.deleteAlarm());
    await abortAllDurableObjects();
    const again = LEDGERS.get(ledger.id);
    expect(await again.keyState('key_1')).toMatchObject({ openHolds: 1 });
    expect(await alarmOf(again)).toBe(due.lease_ends_at_ms);
  });

  test.each([
    [0, 0],
    [1, 60_000],
    [59_999, 60_000],
  ])('for a memory that ends %i ms past a minute rings %i ms past it', async (pastMs, ringsMs) => {
    const minute = Math.ceil(Date.now() / 60_000) * 60_000;
    vi.setSystemTime(minute + pastMs);
    const ledger = await openLedger();
    await ledger.settle(await admitted(ledger, { idempotencyKey: 'n' }), fingerprint);
    await runDurableObjectAlarm(ledger);
    expect(await alarmOf(ledger)).toBe(minute + memoryMs + ringsMs);
  });

  test('forgets a name at its end, and not before', async () => {
    vi.setSystemTime(Math.ceil(Date.now() / 60_000) * 60_000);
    const paidAtMs = Date.now();
    const ledger = await openLedger();
    await ledger.settle(await admitted(ledger, { idempotencyKey: 'n' }), fingerprint);
    vi.setSystemTime(paidAtMs + memoryMs - 1);
    await runDurableObjectAlarm(ledger);
    expect(await rows(ledger, 'remembered_name')).toHaveLength(1);
    vi.setSystemTime(paidAtMs + memoryMs);
    await runDurableObjectAlarm(ledger);
    expect(await rows(ledger, 'remembered_name')).toEqual([]);
  });

  test('folds an entry at the end of its life, and not before', async () => {
    expect(entryLifeMs).toBe(400 * dayMs);
    const openedAtMs = Date.now();
    vi.setSystemTime(openedAtMs);
    const ledger = await openLedger({ credits: 5, expiresAtMs: openedAtMs + 2 * entryLifeMs });
    const kinds = async (nowMs: number) => {
      vi.setSystemTime(nowMs);
      await ledger.release(await admitted(ledger));
      await runDurableObjectAlarm(ledger);
      return (await ledger.entries(10, null)).map(({ sequence, kind, amount }) => [sequence, kind, amount]);
    };
    expect(await kinds(openedAtMs + entryLifeMs - 1)).toEqual([[1, 'grant', 5]]);
    expect(await kinds(openedAtMs + entryLifeMs)).toEqual([[1, 'opening', 5]]);
    // What is folded stays as it is, and is folded with what comes after it.
    expect(await kinds(openedAtMs + entryLifeMs + 1)).toEqual([[1, 'opening', 5]]);
    await ledger.settle(await admitted(ledger), null);
    expect(await kinds(openedAtMs + 2 * entryLifeMs - 1)).toEqual([
      [2, 'charge', -1],
      [1, 'opening', 5],
    ]);
    await ledger.setExpiry('key_1', openedAtMs + 9 * entryLifeMs);
    expect(await kinds(openedAtMs + 3 * entryLifeMs)).toEqual([[2, 'opening', 4]]);
    expect(await ledger.audit(null)).toEqual({ fault: null, checked: 1, next: null });
  });

  test('folds entries past their life into one that keeps their sum', async () => {
    const ledger = await openLedger({ credits: 5 });
    for (let i = 0; i < 3; i++) await ledger.settle(await admitted(ledger), null);
    await meddle(ledger, 'UPDATE entry SET at_ms = ? WHERE sequence <= 3', Date.now() - entryLifeMs - 1000);
    // An admission loads the state, and its hold sets the alarm.
    await admitted(ledger);
    expect(await runDurableObjectAlarm(ledger)).toBe(true);
    expect(await ledger.entries(10, null)).toMatchObject([
      { sequence: 4, kind: 'charge', amount: -1, balanceAfter: 2 },
      { sequence: 3, kind: 'opening', amount: 3, balanceAfter: 3 },
    ]);
    expect(await ledger.audit(null)).toEqual({ fault: null, checked: 2, next: null });
  });
});
