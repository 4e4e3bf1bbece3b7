-- Keys have a wallet now, which names their ledger, and keys of the layout before have ended.
DROP TABLE keys;

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  wallet TEXT NOT NULL, -- type and handle, which name its ledger
  type TEXT NOT NULL CHECK (type IN ('live', 'test')),
  hint TEXT NOT NULL, -- last 4 characters of the secret
  label TEXT,
  created_at INTEGER NOT NULL, -- Unix milliseconds
  revoked_at INTEGER -- Unix milliseconds, null while the key is in use
) STRICT;

CREATE INDEX keys_newest ON keys (created_at DESC, id DESC);
