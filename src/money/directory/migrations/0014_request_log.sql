-- The last calls of wallets that are somebody's. Of options the names; nothing of pictures, file names or addresses.
CREATE TABLE request_log (
  sequence INTEGER PRIMARY KEY,
  wallet TEXT NOT NULL, -- type and handle
  at INTEGER NOT NULL, -- Unix milliseconds; of a 429 the first of its minute
  request_id TEXT NOT NULL, -- as in X-Request-Id
  key_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  options TEXT NOT NULL, -- names, with commas between
  status INTEGER NOT NULL,
  error_code TEXT NOT NULL, -- empty of a success
  milliseconds INTEGER NOT NULL,
  pixels INTEGER, -- null where no picture was read
  credits INTEGER NOT NULL,
  calls INTEGER NOT NULL -- 1, or the calls of a minute that were answered 429
) STRICT;

CREATE INDEX request_log_newest ON request_log (wallet, at);
CREATE INDEX request_log_key ON request_log (wallet, key_id, at);
CREATE INDEX request_log_failures ON request_log (wallet, status / 100, at) WHERE status >= 400;
CREATE INDEX request_log_id ON request_log (wallet, request_id);
CREATE INDEX request_log_age ON request_log (at);
CREATE UNIQUE INDEX request_log_429 ON request_log (wallet, at, key_id, operation, error_code) WHERE status = 429;
