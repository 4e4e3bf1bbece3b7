-- The operator's list of keys. Credits, expiry, rate and scope are in each key's ledger and never here.
CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE, -- HMAC-SHA-256 of the key, which names its ledger
  type TEXT NOT NULL CHECK (type IN ('live', 'test')),
  hint TEXT NOT NULL, -- last 4 random characters of the key
  label TEXT,
  created_at INTEGER NOT NULL, -- Unix milliseconds
  revoked_at INTEGER -- Unix milliseconds, null while the key is in use
) STRICT;

CREATE INDEX keys_newest ON keys (created_at DESC, id DESC);
