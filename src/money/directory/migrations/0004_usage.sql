-- Answers to known keys, added up off the hot path. Credits that moved are each wallet's ledger's to say.
CREATE TABLE usage (
  wallet TEXT NOT NULL, -- type and handle
  hour INTEGER NOT NULL, -- Unix hours; of what is older than a week, the first hour of its day (UTC)
  key_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  status INTEGER NOT NULL,
  error_code TEXT NOT NULL, -- empty of a success
  bucket INTEGER NOT NULL, -- of latency: at most 2^(bucket/3) ms
  calls INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  PRIMARY KEY (wallet, hour, key_id, operation, status, error_code, bucket)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_hour ON usage (hour);

-- When each key was last answered.
CREATE TABLE key_use (
  key_id TEXT PRIMARY KEY,
  last_at INTEGER NOT NULL -- Unix milliseconds
) STRICT, WITHOUT ROWID;

-- Batches that were added, for a queue delivers some twice.
CREATE TABLE usage_batch (
  id TEXT PRIMARY KEY,
  added_at INTEGER NOT NULL -- Unix milliseconds
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_batch_age ON usage_batch (added_at);
