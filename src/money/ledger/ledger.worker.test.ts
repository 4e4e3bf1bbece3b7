/** The ledger as a Durable Object: what it stores, what it answers, and what becomes of a state that is not its own. */
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { KeyLedger } from './ledger.ts';
import { LedgerStore } from './store.ts';
import {
  admitted,
  dayMs,
  far,
  fingerprint,
  LEDGERS,
  type Ledger,
  meddle,
  opening,
  openLedger,
  request,
  rows,
} from './testing/ledger.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Why an admission throws. Asked inside the object: the test runtime reports what a remote call throws a second time. */
async function failureOf(ledger: Ledger): Promise<string> {
  return runInDurableObject<KeyLedger, string>(ledger, async (object) => {
    const failure = await object.admit(request).catch((cause: unknown) => cause);
    return failure instanceof Error ? failure.message : 'none';
  });
}

test('an object that is no wallet is written to, one row, however often', async () => {
  const ledger = LEDGERS.getByName(crypto.randomUUID());
  await ledger.probe();
  await ledger.probe();
  expect(await rows(ledger, 'probe')).toMatchObject([{ id: 1 }]);
  expect(await ledger.admit(request)).toEqual({ outcome: 'unknown' });
});

describe('a wallet', () => {
  test('that was never opened is unknown and writes nothing', async () => {
    const ledger = LEDGERS.getByName('nobody');
    expect(await ledger.admit(request)).toEqual({ outcome: 'unknown' });
    expect(await ledger.keyState('key_1')).toBeNull();
    expect(await ledger.entries(10, null)).toEqual([]);
    expect(await ledger.audit(null)).toBeNull();
    expect(await ledger.mend()).toBeNull();
    expect(await rows(ledger, `sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`)).toEqual([]);
  });

  test('answers a wrong key and an ended one like one that never was, and writes nothing', async () => {
    const ledger = await openLedger();
    const before = await rows(ledger, 'revision');
    expect(await ledger.admit({ ...request, key: { hash: 'wrong' } })).toEqual({ outcome: 'unknown' });
    expect(await rows(ledger, 'revision')).toEqual(before);
    await ledger.endKey('key_1', null);
    const ended = await rows(ledger, 'revision');
    expect(await ledger.admit(request)).toEqual({ outcome: 'unknown' });
    expect(await rows(ledger, 'revision')).toEqual(ended);
  });

  test('is opened once: the same creation again grants nothing, another one is refused', async () => {
    const ledger = await openLedger();
    expect(await ledger.open(opening({ credits: 99 }))).toMatchObject({ balance: 3 });
    expect(await ledger.open(opening({ creationId: 'another', credits: 99 }))).toBeNull();
    expect(await ledger.entries(10, null)).toHaveLength(1);
  });
});

test('a settled hold is one entry with the request and the key that paid', async () => {
  const ledger = await openLedger();
  const hold = await admitted(ledger);
  expect(await ledger.settle(hold, null)).toBe(true);
  expect(await ledger.settle(hold, null)).toBe(false);
  expect(await ledger.entries(10, null)).toMatchObject([
    { kind: 'charge', amount: -1, keyId: 'key_1', requestId: 'r1', balanceAfter: 2 },
    { kind: 'grant', amount: 3, keyId: null, requestId: null, balanceAfter: 3 },
  ]);
});

describe('a page of entries', () => {
  test.each([
    [-1, 1],
    [0, 1],
    [1, 1],
    [2, 2],
    [1000, 1000],
    [1001, 1000],
  ])('of %i has %i', async (limit, due) => {
    const ledger = await openLedger({ credits: 3000 });
    await meddle(ledger, 'UPDATE wallet SET balance = 1500');
    await meddle(
      ledger,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
       INSERT INTO entry (at_ms, kind, amount, balance_after) SELECT 1, 'charge', -1, 3000 - i FROM n`,
    );
    const page = await ledger.entries(limit, null);
    expect([page.length, page[0].sequence]).toEqual([due, 1501]);
    expect((await ledger.entries(1, 1501))[0].sequence).toBe(1500);
    expect(await ledger.entries(1, 1)).toEqual([]);
  });
});

describe('the terms', () => {
  test('are changed one by one, and the new state is the answer', async () => {
    const ledger = await openLedger();
    expect(await ledger.setRate('key_1', 7)).toMatchObject({ ratePerMinute: 7 });
    expect(await ledger.restrict('key_1', ['alpha-channel'])).toMatchObject({ operations: ['alpha-channel'] });
    expect(await ledger.admit({ ...request, operation: 'car-layers-base64' })).toMatchObject({ outcome: 'restricted' });
    expect(await ledger.restrict('key_1', null)).toMatchObject({ operations: null });
    expect(await ledger.setExpiry('key_1', 5)).toMatchObject({ expiresAtMs: 5, credit: 0, balance: 3 });
    expect(await ledger.endKey('key_1', null)).toMatchObject({ revoked: true });
  });

  test('of a wallet that was never opened stay unknown', async () => {
    const ledger = LEDGERS.getByName(crypto.randomUUID());
    expect(await ledger.topUp('key_1', { credits: 5, expiresAtMs: null, reference: null })).toBeNull();
    expect(await ledger.setRate('key_1', 7)).toBeNull();
    expect(await ledger.setExpiry('key_1', far)).toBeNull();
    expect(await ledger.endKey('key_1', null)).toBeNull();
    expect(await ledger.settle('h', null)).toBe(false);
  });

  test('a top-up without a date lives a year from now', async () => {
    const ledger = await openLedger({ expiresAtMs: 1 });
    vi.setSystemTime(Date.now());
    expect(await ledger.topUp('key_1', { credits: 2, expiresAtMs: null, reference: null })).toMatchObject({
      balance: 5,
      expiresAtMs: Date.now() + 365 * dayMs,
    });
    expect(await ledger.topUp('key_1', { credits: 0, expiresAtMs: far, reference: null })).toMatchObject({
      balance: 5,
      expiresAtMs: far,
    });
  });
});

test('what cannot be stored is tried five times, and changes nothing', async () => {
  const ledger = await openLedger();
  const hold = await admitted(ledger);
  let tries = 0;
  const message = await runInDurableObject<KeyLedger, string>(ledger, async (object, { storage }) => {
    storage.sql.exec("CREATE TRIGGER full BEFORE UPDATE ON revision BEGIN SELECT RAISE(ABORT, 'full'); END");
    const write = vi.spyOn(LedgerStore.prototype, 'write');
    const failure = await object.settle(hold, null).catch((cause: unknown) => cause);
    tries = write.mock.calls.length;
    write.mockRestore();
    storage.sql.exec('DROP TRIGGER full');
    return failure instanceof Error ? failure.message : 'none';
  });
  expect(message).toMatch(/^The ledger [-0-9a-f]{36} wrote nothing: .*full/);
  expect(tries).toBe(5);
  expect(await ledger.keyState('key_1')).toMatchObject({ balance: 3, openHolds: 1 });
  expect(await ledger.settle(hold, null)).toBe(true);
});

test('a Worker of the version before finds the ledger by its former names', async () => {
  const ledger = await openLedger();
  const state = await ledger.keyState('key_1');
  expect(state).not.toBeNull();
  expect(await ledger.standing('key_1')).toEqual(state);
  expect(await ledger.standings(['key_1', 'key_2'])).toEqual([state, null]);
  expect(await ledger.walletStanding()).toEqual(await ledger.walletBalance());
  const { standing, available } = {
    standing: null,
    available: null,
    ...(await ledger.admit({ ...request, operation: null })),
  };
  expect(standing).toEqual(available);
  expect(available).toMatchObject({ credit: expect.any(Number) });
});

test('two hundred admissions at once give exactly the credits there are', async () => {
  const ledger = await openLedger({ credits: 50, ratePerMinute: 1000 });
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => ledger.admit(request)));
  expect(outcomes.filter(({ outcome }) => outcome === 'admitted').length).toBe(50);
  expect(outcomes.filter(({ outcome }) => outcome === 'credits-held').length).toBe(150);
  expect(await ledger.keyState('key_1')).toMatchObject({ balance: 50, credit: 0, openHolds: 50 });
});

test('the state that is read back after an eviction is the state that was', async () => {
  const ledger = await openLedger({ operations: ['alpha-channel'] });
  const first = await admitted(ledger);
  const second = await admitted(ledger, { idempotencyKey: 'n' });
  await ledger.settle(first, null);
  const before = await ledger.keyState('key_1');
  await runInDurableObject(ledger, (_object, { storage }) => {
    const reread = new LedgerStore(storage.sql).load();
    expect([...reread.holds.keys()]).toEqual([second]);
    expect(reread).toMatchObject({ held: 1, wallet: { balance: 2, creationId: 'c', suspended: false } });
    const use = reread.keys.get('key_1');
    expect([...(use?.namesInWork ?? [])]).toEqual(['n']);
    expect(use).toMatchObject({ charged: 1, held: 1 });
    expect(use?.hits.length).toBe(2);
    expect(use?.key).toEqual({
      id: 'key_1',
      hash: 'hash',
      operations: ['alpha-channel'],
      ratePerMinute: 100,
      limit: null,
      endsAtMs: null,
    });
  });
  expect(await ledger.keyState('key_1')).toEqual(before);
});

test('a key that was ended is ended after an eviction too', async () => {
  const ledger = await openLedger();
  await ledger.endKey('key_1', null);
  await runInDurableObject(ledger, (_object, { storage }) => {
    const use = new LedgerStore(storage.sql).load().keys.get('key_1');
    expect(use?.key.endsAtMs).toBeLessThanOrEqual(Date.now());
  });
});

test('what several keys have is read back after an eviction', async () => {
  const ledger = await openLedger({ credits: 9 });
  const second = { keyId: 'key_2', keyHash: 'other', ratePerMinute: 7, operations: null, limit: 2 };
  expect(await ledger.addKey(second)).toBe('added');
  await ledger.settle(await admitted(ledger, { key: { hash: 'other' }, idempotencyKey: 'n' }), 'f');
  await admitted(ledger, { key: { hash: 'other' } });
  await admitted(ledger, { idempotencyKey: 'n' });
  await ledger.endKey('key_1', far);
  await ledger.suspend('key_1', true);
  await runInDurableObject(ledger, (_object, { storage }) => {
    const reread = new LedgerStore(storage.sql).load();
    expect(reread).toMatchObject({ held: 2, wallet: { balance: 8, suspended: true } });
    expect(reread.keys.get('key_1')).toMatchObject({ charged: 0, held: 1, key: { endsAtMs: far, limit: null } });
    expect([...(reread.keys.get('key_1')?.namesInWork ?? [])]).toEqual(['n']);
    const other = reread.keys.get('key_2');
    expect(other).toMatchObject({ charged: 1, held: 1, key: { ratePerMinute: 7, limit: 2, hash: 'other' } });
    expect([other?.hits.length, other?.namesInWork.size]).toEqual([2, 0]);
  });
  await ledger.suspend('key_1', false);
  expect(await ledger.admit({ ...request, key: { hash: 'other' } })).toMatchObject({ outcome: 'credits-held' });
});

test('a hidden key opens a wallet, is admitted by its id alone, and is read back after an eviction', async () => {
  const ledger = await openLedger({ keyId: 'hidden', keyHash: null });
  expect(await ledger.addKey({ ...opening(), keyId: 'key_1' })).toBe('added');
  expect(await ledger.addKey({ ...opening(), keyId: 'another hidden', keyHash: null })).toBe('added');
  await abortAllDurableObjects();
  const later = LEDGERS.get(ledger.id);
  const hidden = { key: { hiddenId: 'hidden' } };
  await later.settle(await admitted(later, { ...hidden, idempotencyKey: 'n' }), fingerprint);
  expect(await later.admit({ ...request, ...hidden, idempotencyKey: 'n' })).toMatchObject({
    outcome: 'admitted',
    keyId: 'hidden',
    remembered: fingerprint,
  });
  expect(await later.entries(1, null)).toMatchObject([{ kind: 'charge', keyId: 'hidden', balanceAfter: 2 }]);
  expect(await later.admit({ ...request, key: { hiddenId: 'key_1' } })).toEqual({ outcome: 'unknown' });
  expect(await later.admit({ ...request, key: { hash: 'hidden' } })).toEqual({ outcome: 'unknown' });
  expect(await later.admit(request)).toMatchObject({ outcome: 'admitted', keyId: 'key_1' });
});

describe('grants and refunds under references', () => {
  const order = { credits: 5, expiresAtMs: null, reference: 'order 1' };

  test('are taken once each, also after an eviction, and entries name them', async () => {
    const ledger = await openLedger();
    for (let again = 0; again < 2; again++) expect(await ledger.topUp('key_1', order)).toMatchObject({ balance: 8 });
    await abortAllDurableObjects();
    const later = LEDGERS.get(ledger.id);
    expect(await later.topUp('key_1', order)).toMatchObject({ balance: 8 });
    const refund = { credits: 9, reference: 'refund 1', of: 'order 1' };
    for (let again = 0; again < 2; again++) {
      expect(await later.refund(refund)).toEqual({ taken: 8, missing: 1, waits: false });
    }
    expect(await later.entries(10, null)).toMatchObject([
      { kind: 'refund', amount: 0, missing: 1, reference: 'refund 1', balanceAfter: 0 },
      { kind: 'refund', amount: -8, missing: 0, reference: 'refund 1', balanceAfter: 0 },
      { kind: 'grant', amount: 5, missing: 0, reference: 'order 1', balanceAfter: 8 },
      { kind: 'grant', amount: 3, reference: null },
    ]);
    expect(await later.audit(null)).toMatchObject({ fault: null });
  });

  test('wait for each other: refunds that come first are taken with their grant, in their order', async () => {
    const ledger = await openLedger({ credits: 0 });
    const refund = (credits: number, reference: string, of = 'order 1') => ledger.refund({ credits, reference, of });
    const waits = { taken: 0, missing: 0, waits: true };
    expect(await refund(4, 'first')).toEqual(waits);
    expect(await refund(4, 'second')).toEqual(waits);
    expect(await refund(4, 'of another', 'order 2')).toEqual(waits);
    expect(await refund(4, 'first')).toEqual(waits);
    expect(await ledger.topUp('key_1', order)).toMatchObject({ balance: 0 });
    expect(await refund(4, 'first')).toEqual({ taken: 4, missing: 0, waits: false });
    expect(await refund(4, 'second')).toEqual({ taken: 1, missing: 3, waits: false });
    expect(await refund(4, 'of another', 'order 2')).toEqual(waits);
    expect(await ledger.audit(null)).toMatchObject({ fault: null });
  });

  test('of a wallet that was never opened are nothing, and write nothing', async () => {
    const ledger = LEDGERS.getByName(crypto.randomUUID());
    expect(await ledger.topUp('key_1', order)).toBeNull();
    expect(await ledger.refund({ credits: 1, reference: 'r', of: 'order 1' })).toBeNull();
    expect(await rows(ledger, `sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`)).toEqual([]);
  });
});

describe('another process that writes the same state', () => {
  /** What it writes: a charge of its own. */
  const charge = async (ledger: Ledger) => {
    await runInDurableObject(ledger, (_object, { storage }) => {
      storage.sql.exec('UPDATE revision SET value = value + 1');
      storage.sql.exec('UPDATE wallet SET balance = balance - 1');
      storage.sql.exec(`INSERT INTO entry (at_ms, kind, amount, balance_after)
        SELECT 1, 'charge', -1, balance FROM wallet`);
    });
  };

  test('makes an admission fail before anything is spent; the next one sees its writes', async () => {
    const ledger = await openLedger();
    await charge(ledger);
    const revision = await rows(ledger, 'revision');
    expect(await failureOf(ledger)).toContain('Another process writes this state');
    expect(await rows(ledger, 'revision')).toEqual(revision);
    expect(await rows(ledger, 'hold')).toEqual([]);
    expect(await ledger.keyState('key_1')).toMatchObject({ balance: 2, openHolds: 0 });
    expect(await ledger.admit(request)).toMatchObject({ outcome: 'admitted' });
  });

  test('does not keep a call that was answered from being charged, or one that failed from its credit', async () => {
    const ledger = await openLedger();
    const [paid, failed] = [await admitted(ledger), await admitted(ledger)];
    await charge(ledger);
    expect(await ledger.renew(paid)).toBe(true);
    await meddle(ledger, 'UPDATE revision SET value = value + 1');
    expect(await ledger.settle(paid, null)).toBe(true);
    await runInDurableObject(ledger, (_object, { storage }) => {
      storage.sql.exec('UPDATE revision SET value = value + 1');
    });
    expect(await ledger.release(failed)).toBe(true);
    expect(await ledger.keyState('key_1')).toMatchObject({ balance: 1, openHolds: 0 });
  });
});

describe('entries that do not add up', () => {
  const breaks = [
    ['a balance that was changed', 'UPDATE wallet SET balance = 9'],
    ['an entry that was changed', 'UPDATE entry SET amount = -2 WHERE sequence = 3'],
    ['an entry that is missing in the middle', 'DELETE FROM entry WHERE sequence = 3'],
    ['an entry that is missing at the start', 'DELETE FROM entry WHERE sequence = 1'],
    ['an entry that is missing at the end', 'DELETE FROM entry WHERE sequence = 5'],
  ] as const;

  const charged = async () => {
    const ledger = await openLedger({ credits: 8 });
    for (let call = 0; call < 4; call++) await ledger.settle(await admitted(ledger), null);
    return ledger;
  };

  test.each(breaks)('%s: nothing is admitted until they are mended', async (_, statement) => {
    const ledger = await charged();
    expect(await ledger.audit(null)).toEqual({ fault: null, checked: 5, next: null });
    await meddle(ledger, statement);
    const audit = await ledger.audit(null);
    expect(audit?.fault).toMatch(/^(entry \d says a balance of \d where \d is due|entries of \d credits are missing)/);
    expect(await failureOf(ledger)).toMatch(/^The ledger [-0-9a-f]{36} is unsound: entr/);

    const balance = (await ledger.keyState('key_1'))?.balance;
    expect(await ledger.mend()).toMatchObject({ kind: 'correction', balanceAfter: balance, keyId: null });
    expect(await ledger.audit(null)).toMatchObject({ fault: null });
    expect(await ledger.keyState('key_1')).toMatchObject({ balance });
    const sum = (await ledger.entries(100, null)).reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBe(balance);
    await ledger.settle(await admitted(ledger), null);
    expect(await ledger.audit(null)).toEqual({ fault: null, checked: 2, next: null });
  });

  test('a key ends and a wallet is suspended all the same, for good, and no credit moves', async () => {
    const ledger = await charged();
    await meddle(ledger, 'UPDATE wallet SET balance = 9');
    expect(await ledger.suspend('key_1', true)).toMatchObject({ suspended: true, balance: 9 });
    expect(await ledger.endKey('key_1', 1)).toMatchObject({ revoked: true, endsAtMs: 1, balance: 9 });
    await abortAllDurableObjects();
    const stored = LEDGERS.get(ledger.id);
    expect(await stored.keyState('key_1')).toMatchObject({ revoked: true, suspended: true, balance: 9 });
    expect(await failureOf(stored)).toContain('is unsound');
  });

  test('more holds than credits: mending lets them lapse', async () => {
    const ledger = await openLedger();
    for (let call = 0; call < 3; call++) await admitted(ledger);
    await meddle(ledger, 'UPDATE wallet SET balance = 1');
    expect(await failureOf(ledger)).toContain('3 credits are held of 1');
    expect(await ledger.mend()).toMatchObject({ kind: 'correction', amount: -2 });
    expect(await ledger.keyState('key_1')).toMatchObject({ balance: 1, openHolds: 0, credit: 1 });
    expect(await ledger.audit(null)).toMatchObject({ fault: null });
    const now = Date.now();
    for (const { atMs } of await ledger.entries(10, null)) expect(Math.abs(now - atMs)).toBeLessThan(60_000);
  });

  test('also where more lapse than a page of entries has', async () => {
    const ledger = await openLedger({ credits: 3000 });
    await meddle(
      ledger,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
       INSERT INTO hold (id, key_id, request_id, amount, lease_ends_at_ms) SELECT 'h' || i, 'key_1', 'r', 1, ? FROM n`,
      far,
    );
    await meddle(ledger, 'UPDATE wallet SET balance = 1');
    expect(await ledger.mend()).toMatchObject({ kind: 'correction', amount: -2999, balanceAfter: 1 });
    expect(await ledger.keyState('key_1')).toMatchObject({ balance: 1, openHolds: 0, credit: 1 });
    expect(await ledger.audit(null)).toMatchObject({ fault: null });
  });

  test('further back than a start checks are found by the audit alone', async () => {
    const ledger = await openLedger({ credits: 3000 });
    await meddle(
      ledger,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
       INSERT INTO entry (at_ms, kind, amount, balance_after) SELECT 1, 'charge', -1, 3000 - i FROM n`,
    );
    await meddle(ledger, 'UPDATE wallet SET balance = 1500');
    expect(await ledger.audit(null)).toEqual({ fault: null, checked: 1501, next: null });
    await meddle(ledger, 'UPDATE entry SET amount = -3 WHERE sequence = 100');
    expect(await ledger.admit(request)).toMatchObject({ outcome: 'admitted' });
    expect(await ledger.audit(null)).toMatchObject({ fault: 'entry 99 says a balance of 2902 where 2904 is due' });
  });
});
