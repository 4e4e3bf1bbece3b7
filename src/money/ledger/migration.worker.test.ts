/** Ledgers that were stored by versions before: what becomes of them. */
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { admitted, far, fingerprint, LEDGERS, namedCall, openLedger, request, rows } from './testing/ledger.ts';

/** As the version before several keys made them. */
const tablesOfOneKey = `
  CREATE TABLE revision (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL);
  CREATE TABLE wallet (
    id INTEGER PRIMARY KEY CHECK (id = 1), creation_id TEXT NOT NULL,
    balance INTEGER NOT NULL CHECK (balance >= 0), expires_at_ms INTEGER NOT NULL
  );
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, rate_per_minute INTEGER NOT NULL,
    operations TEXT, revoked INTEGER NOT NULL
  );
  CREATE TABLE hold (
    id TEXT PRIMARY KEY, request_id TEXT NOT NULL, amount INTEGER NOT NULL, name TEXT,
    lease_ends_at_ms INTEGER NOT NULL
  );
  CREATE TABLE hit (sequence INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL);
  CREATE TABLE entry (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, kind TEXT NOT NULL, amount INTEGER NOT NULL,
    key_id TEXT, request_id TEXT, balance_after INTEGER NOT NULL
  );
  CREATE TABLE remembered_name (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL,
    repeats INTEGER NOT NULL, ends_at_ms INTEGER NOT NULL
  );
  INSERT INTO revision VALUES (1, 3);
  INSERT INTO entry (at_ms, kind, amount, balance_after) VALUES (1, 'grant', 3, 3);
  INSERT INTO entry (at_ms, kind, amount, key_id, balance_after) VALUES (2, 'charge', -1, 'key_1', 2);`;

async function storedBefore(revoked: 0 | 1) {
  const ledger = LEDGERS.getByName(crypto.randomUUID());
  await runInDurableObject(ledger, (_object, { storage }) => {
    storage.sql.exec(tablesOfOneKey);
    storage.sql.exec("INSERT INTO wallet VALUES (1, 'c', 2, ?)", far);
    storage.sql.exec("INSERT INTO api_key VALUES ('key_1', 'hash', 2, '[\"alpha-channel\"]', ?)", revoked);
    storage.sql.exec("INSERT INTO hold VALUES ('h1', 'r0', 1, 'n', ?)", far);
    storage.sql.exec('INSERT INTO hit (at_ms) VALUES (?)', Date.now());
    storage.sql.exec(
      "INSERT INTO remembered_name (name, fingerprint, repeats, ends_at_ms) VALUES ('paid', ?, 1, ?)",
      fingerprint,
      far,
    );
  });
  await abortAllDurableObjects();
  return LEDGERS.get(ledger.id);
}

test('all that it had is that key’s', async () => {
  const ledger = await storedBefore(0);
  expect(await ledger.keyState('key_1')).toMatchObject({
    balance: 2,
    credit: 1,
    openHolds: 1,
    charged: 1,
    limit: null,
    endsAtMs: null,
    revoked: false,
    suspended: false,
    operations: ['alpha-channel'],
  });
  expect(await ledger.admit({ ...request, idempotencyKey: 'n' })).toMatchObject({
    outcome: 'in-progress',
    rate: { limit: 2, remaining: 0 },
  });
  expect(await ledger.settle('h1', fingerprint)).toBe(true);
  expect(await rows(ledger, 'remembered_name')).toMatchObject([
    { key_id: 'key_1', name: 'paid', repeats: 1 },
    { key_id: 'key_1', name: 'n', repeats: 0 },
  ]);
  expect(await ledger.audit(null)).toEqual({ fault: null, checked: 3, next: null });
  expect(
    await ledger.addKey({ keyId: 'key_2', keyHash: 'other', ratePerMinute: 9, operations: null, limit: null }),
  ).toBe('added');
  expect(await ledger.admit({ ...request, key: { hash: 'other' }, idempotencyKey: 'paid' })).toMatchObject({
    outcome: 'admitted',
    remembered: null,
  });
});

test('a key that had ended has ended', async () => {
  const ledger = await storedBefore(1);
  expect(await ledger.keyState('key_1')).toMatchObject({ revoked: true });
  expect(await ledger.admit(request)).toEqual({ outcome: 'unknown' });
});

/** As the version before hidden keys made the table of keys. */
const keysThatAllHaveAHash = `
  ALTER TABLE api_key RENAME TO later_key;
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, rate_per_minute INTEGER NOT NULL, operations TEXT,
    credit_limit INTEGER, charged INTEGER NOT NULL DEFAULT 0, ends_at_ms INTEGER
  );
  INSERT INTO api_key SELECT id, hash, rate_per_minute, operations, credit_limit, charged, ends_at_ms FROM later_key;
  DROP TABLE later_key;`;

test('a wallet whose keys all had a hash keeps them, and takes a hidden one', async () => {
  const ledger = await openLedger({ ratePerMinute: 7, operations: ['alpha-channel'], limit: 2 });
  await ledger.settle(await admitted(ledger), null);
  await ledger.endKey('key_1', far);
  await runInDurableObject(ledger, (_object, { storage }) => storage.sql.exec(keysThatAllHaveAHash).toArray());
  await abortAllDurableObjects();
  const later = LEDGERS.get(ledger.id);
  expect(await later.keyState('key_1')).toMatchObject({
    balance: 2,
    ratePerMinute: 7,
    operations: ['alpha-channel'],
    limit: 2,
    charged: 1,
    endsAtMs: far,
  });
  const terms = { ratePerMinute: 9, operations: null, limit: null };
  expect(await later.addKey({ keyId: 'hidden', keyHash: null, ...terms })).toBe('added');
  expect(await later.admit({ ...request, key: { hiddenId: 'hidden' } })).toMatchObject({ outcome: 'admitted' });
  expect(await later.admit(request)).toMatchObject({ outcome: 'admitted', rate: { remaining: 5 } });
});

/** As the version before free previews made the table of holds. */
const holdsWithoutPreviews = `
  DROP TABLE free_preview;
  ALTER TABLE hold DROP COLUMN preview_month;`;

test('a wallet of which no preview was free has free ones, and its holds end as they would', async () => {
  const ledger = await openLedger();
  const holdId = await admitted(ledger);
  await runInDurableObject(ledger, (_object, { storage }) => storage.sql.exec(holdsWithoutPreviews).toArray());
  await abortAllDurableObjects();
  const later = LEDGERS.get(ledger.id);
  expect(await later.settle(holdId, null)).toBe(true);
  const preview = await admitted(later, { operation: 'removebg' });
  expect(await later.settle(preview, null, true)).toBe(true);
  expect(await later.keyState('key_1')).toMatchObject({ balance: 2, openHolds: 0 });
  expect(await rows(later, 'free_preview')).toMatchObject([{ used: 1 }]);
});

/** As the version before edits made the table of names. */
const namesWithoutEdits = ['first_points', 'first_size', 'points', 'size', 'has_second_size', 'edits']
  .map((column) => `ALTER TABLE remembered_name DROP COLUMN ${column};`)
  .join('\n');

test('a name from before there were edits is repeated, and a new one of that wallet can be edited', async () => {
  const ledger = await openLedger();
  const [before, after] = [{ idempotencyKey: 'before' }, { idempotencyKey: 'after' }];
  await ledger.settle(await admitted(ledger, before), fingerprint);
  await runInDurableObject(ledger, (_object, { storage }) => storage.sql.exec(namesWithoutEdits).toArray());
  await abortAllDurableObjects();
  const later = LEDGERS.get(ledger.id);
  const repeat = await later.admit({ ...request, ...before });
  expect(repeat).toMatchObject({ outcome: 'admitted', remembered: fingerprint, editable: null });
  expect(repeat.outcome === 'admitted' && (await later.settle(repeat.holdId, fingerprint, false, namedCall))).toBe(
    true,
  );
  await later.settle(await admitted(later, after), fingerprint, false, namedCall);
  expect(await later.admit({ ...request, ...after })).toMatchObject({
    editable: { first: namedCall.variant, edits: 0 },
  });
  expect(await rows(later, 'remembered_name')).toMatchObject([
    { name: 'before', repeats: 1, points: null, edits: 0 },
    { name: 'after', repeats: 0, points: 'none', edits: 0 },
  ]);
});
