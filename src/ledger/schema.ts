/** The tables of one ledger: one wallet, its key, and what moves. */
export const tables = `
  CREATE TABLE revision (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL);
  CREATE TABLE wallet (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    creation_id TEXT NOT NULL,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    expires_at_ms INTEGER NOT NULL
  );
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    rate_per_minute INTEGER NOT NULL,
    operations TEXT,
    revoked INTEGER NOT NULL
  );
  CREATE TABLE hold (
    id TEXT PRIMARY KEY,
    request_id TEXT NOT NULL,
    amount INTEGER NOT NULL,
    name TEXT,
    lease_ends_at_ms INTEGER NOT NULL
  );
  CREATE TABLE hit (sequence INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL);
  CREATE TABLE entry (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    amount INTEGER NOT NULL,
    key_id TEXT,
    request_id TEXT,
    balance_after INTEGER NOT NULL
  );
  CREATE TABLE remembered_name (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    repeats INTEGER NOT NULL,
    ends_at_ms INTEGER NOT NULL
  );`;
