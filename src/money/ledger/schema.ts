/** The tables of one ledger: one wallet, its keys, and what moves. */

/** Keys that have ended among them. A hidden key has no hash. */
const keys = `
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    hash TEXT UNIQUE,
    rate_per_minute INTEGER NOT NULL,
    operations TEXT,
    credit_limit INTEGER,
    charged INTEGER NOT NULL DEFAULT 0,
    ends_at_ms INTEGER
  );`;

/** Of calls that can be edited: what `Editing` has. */
const edits = [
  ...['first_points TEXT', 'first_size TEXT', 'points TEXT', 'size TEXT'],
  ...['has_second_size INTEGER NOT NULL DEFAULT 0', 'edits INTEGER NOT NULL DEFAULT 0'],
];

/** Names of calls that were paid for, numbered for each key. */
const names = `
  CREATE TABLE remembered_name (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    key_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    repeats INTEGER NOT NULL,
    ends_at_ms INTEGER NOT NULL,
    ${edits.join(', ')},
    UNIQUE (key_id, name)
  );
  CREATE INDEX remembered_number ON remembered_name (key_id, number);`;

/** Grants and refunds that were taken once, and refunds that wait for their grant. */
const references = `
  CREATE TABLE reference (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    reference TEXT NOT NULL,
    of_grant TEXT,
    credits INTEGER NOT NULL,
    taken INTEGER NOT NULL,
    missing INTEGER NOT NULL,
    waits INTEGER NOT NULL,
    UNIQUE (kind, reference)
  );
  CREATE INDEX reference_waiting ON reference (of_grant) WHERE waits = 1;`;

/** Admissions of one use that have admitted a call. Versions before have no such table. */
export const usedAdmissions = `
  CREATE TABLE IF NOT EXISTS used_admission (id TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) WITHOUT ROWID;`;

/** Of the latest month in which a preview was free. */
const previews = `
  CREATE TABLE free_preview (id INTEGER PRIMARY KEY CHECK (id = 1), month INTEGER NOT NULL, used INTEGER NOT NULL);`;

/** Made when the wallet is opened. */
export const tables = `
  CREATE TABLE revision (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL);
  CREATE TABLE wallet (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    creation_id TEXT NOT NULL,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    expires_at_ms INTEGER NOT NULL,
    suspended INTEGER NOT NULL DEFAULT 0
  );
  ${keys}
  CREATE TABLE hold (
    id TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    amount INTEGER NOT NULL,
    name TEXT,
    lease_ends_at_ms INTEGER NOT NULL,
    preview_month INTEGER
  );
  CREATE TABLE hit (sequence INTEGER PRIMARY KEY AUTOINCREMENT, key_id TEXT NOT NULL, at_ms INTEGER NOT NULL);
  CREATE TABLE entry (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    amount INTEGER NOT NULL,
    key_id TEXT,
    request_id TEXT,
    reference TEXT,
    missing INTEGER NOT NULL DEFAULT 0,
    balance_after INTEGER NOT NULL
  );
  ${references}
  ${names}
  ${previews}
  ${usedAdmissions}
`;

/** Of the object that probes write to. */
export const probeTable = `
  CREATE TABLE IF NOT EXISTS probe (id INTEGER PRIMARY KEY CHECK (id = 1), written_at_ms INTEGER NOT NULL);`;

/** Says of the tables before, by the definition of their holds, that a wallet had one key. */
export const isOfOneKey = (holdTable: string): boolean => !holdTable.includes('key_id');

/** From the tables of one key to those of several: everything of the wallet belongs to that key. */
export const fromOneKey = `
  ALTER TABLE wallet ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE api_key ADD COLUMN credit_limit INTEGER;
  ALTER TABLE api_key ADD COLUMN charged INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE api_key ADD COLUMN ends_at_ms INTEGER;
  UPDATE api_key SET charged = (SELECT COUNT(*) FROM entry WHERE kind = 'charge');
  UPDATE api_key SET ends_at_ms = 0 WHERE revoked = 1;
  ALTER TABLE api_key DROP COLUMN revoked;
  ALTER TABLE hold ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
  UPDATE hold SET key_id = (SELECT id FROM api_key);
  ALTER TABLE hit ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
  UPDATE hit SET key_id = (SELECT id FROM api_key);
  ALTER TABLE remembered_name RENAME TO name_of_one_key;
  ${names}
  INSERT INTO remembered_name (sequence, key_id, number, name, fingerprint, repeats, ends_at_ms)
    SELECT sequence, (SELECT id FROM api_key), sequence, name, fingerprint, repeats, ends_at_ms FROM name_of_one_key;
  DROP TABLE name_of_one_key;
  ALTER TABLE entry ADD COLUMN reference TEXT;
  ALTER TABLE entry ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;
  ${references}`;

/** Says of the tables before, by the definition of their keys, that none of them could be hidden. */
export const isWithoutHiddenKeys = (keyTable: string): boolean => keyTable.includes('hash TEXT NOT NULL');

/** From keys with hashes to keys of which hidden ones have none. */
export const fromHashedKeys = `
  ALTER TABLE api_key RENAME TO hashed_key;
  ${keys}
  INSERT INTO api_key (id, hash, rate_per_minute, operations, credit_limit, charged, ends_at_ms)
    SELECT id, hash, rate_per_minute, operations, credit_limit, charged, ends_at_ms FROM hashed_key;
  DROP TABLE hashed_key;`;

/** Says of the tables before, by the definition of their holds, that no preview was free. */
export const isWithoutPreviews = (holdTable: string): boolean => !holdTable.includes('preview_month');

/** To holds that may keep a free preview. */
export const withPreviews = `
  ALTER TABLE hold ADD COLUMN preview_month INTEGER;
  ${previews}`;

/** Says of the tables before, by the definition of their names, that no call could be edited. */
export const isWithoutEdits = (nameTable: string): boolean => !nameTable.includes('edits');

/** To names of calls that can be edited. */
export const withEdits = edits.map((column) => `ALTER TABLE remembered_name ADD COLUMN ${column};`).join('\n');
