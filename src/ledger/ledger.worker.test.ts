import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import type { AccountTerms } from '../contract/account.ts';
import type { KeyLedger } from './ledger.ts';
import { entryLifeMs } from './rules.ts';

const { LEDGERS } = env as unknown as { LEDGERS: DurableObjectNamespace<KeyLedger> };
const far = Date.now() + 10 * 86_400_000;
const request = { keyHash: 'h', operation: 'alpha-channel', requestId: 'r1', idempotencyKey: null } as const;

async function openLedger(terms: Partial<AccountTerms> = {}) {
  const ledger = LEDGERS.getByName(crypto.randomUUID());
  await ledger.open({ credits: 3, expiresAtMs: far, ratePerMinute: 100, operations: null, ...terms });
  return ledger;
}

async function admitted(ledger: Awaited<ReturnType<typeof openLedger>>): Promise<string> {
  const admission = await ledger.admit(request);
  if (admission.outcome !== 'admitted') throw new Error(`Expected admitted but received ${admission.outcome}`);
  return admission.holdId;
}

test('a key that no ledger knows is answered and writes nothing', async () => {
  const ledger = LEDGERS.getByName('nobody');
  expect(await ledger.admit(request)).toEqual({ outcome: 'unknown' });
  expect(await ledger.standing()).toBeNull();
  expect(await ledger.entries(10, null)).toEqual([]);
  await runInDurableObject(ledger, async (_object, state) => {
    const tables = state.storage.sql.exec(`SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`);
    expect(tables.toArray()).toEqual([]);
  });
});

test('a settled hold is one entry with the request that paid', async () => {
  const ledger = await openLedger();
  const hold = await admitted(ledger);
  expect(await ledger.settle(hold, null)).toBe(true);
  expect(await ledger.settle(hold, null)).toBe(false);
  expect(await ledger.entries(10, null)).toMatchObject([
    { kind: 'charge', amount: -1, requestId: 'r1', balanceAfter: 2 },
    { kind: 'grant', amount: 3, requestId: null, balanceAfter: 3 },
  ]);
});

test('two hundred admissions at once give exactly the credits there are', async () => {
  const ledger = await openLedger({ credits: 50, ratePerMinute: 1000 });
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => ledger.admit(request)));
  expect(outcomes.filter(({ outcome }) => outcome === 'admitted').length).toBe(50);
  expect(outcomes.filter(({ outcome }) => outcome === 'insufficient').length).toBe(150);
  expect(await ledger.standing()).toMatchObject({ balance: 50, credit: 0, openHolds: 50 });
});

describe('eviction', () => {
  test('the state that is read back is the state that was', async () => {
    const ledger = await openLedger({ operations: ['alpha-channel'] });
    const first = await admitted(ledger);
    const second = await admitted(ledger);
    await ledger.settle(first, null);
    const before = await ledger.standing();
    await runInDurableObject(ledger, async (_object, state) => {
      const { LedgerStore } = await import('./store.ts');
      const reread = new LedgerStore(state.storage.sql).load();
      expect([...reread.holds.keys()]).toEqual([second]);
      expect(reread.hits.length).toBe(2);
      expect(reread.account).toMatchObject({ balance: 2, operations: ['alpha-channel'], ratePerMinute: 100 });
    });
    expect(await ledger.standing()).toEqual(before);
  });
});

describe('the alarm', () => {
  test('gives back what was forgotten and leaves what is renewed', async () => {
    const ledger = await openLedger();
    await admitted(ledger);
    const kept = await admitted(ledger);
    await runInDurableObject(ledger, async (object, state) => {
      // The lease of the first hold ran out long ago.
      state.storage.sql.exec('UPDATE hold SET lease_ends_at_ms = 1 WHERE id <> ?', kept);
      Object.assign(object, { state: new (await import('./store.ts')).LedgerStore(state.storage.sql).load() });
    });
    expect(await runDurableObjectAlarm(ledger)).toBe(true);
    expect(await ledger.standing()).toMatchObject({ balance: 3, openHolds: 1, credit: 2 });
    expect(await ledger.entries(1, null)).toMatchObject([{ kind: 'lapse', amount: 0, balanceAfter: 3 }]);
    expect(await ledger.settle(kept, null)).toBe(true);
  });

  test('folds entries past their life into one that keeps their sum', async () => {
    const ledger = await openLedger({ credits: 5 });
    for (let i = 0; i < 3; i++) await ledger.settle(await admitted(ledger), null);
    await runInDurableObject(ledger, async (_object, state) => {
      state.storage.sql.exec('UPDATE entry SET at_ms = ? WHERE sequence <= 3', Date.now() - entryLifeMs - 1000);
      const { LedgerStore } = await import('./store.ts');
      const store = new LedgerStore(state.storage.sql);
      store.load();
      store.fold(Date.now());
      store.fold(Date.now());
    });
    expect(await ledger.entries(10, null)).toMatchObject([
      { sequence: 4, kind: 'charge', amount: -1, balanceAfter: 2 },
      { sequence: 3, kind: 'opening', amount: 3, balanceAfter: 3 },
    ]);
  });
});
