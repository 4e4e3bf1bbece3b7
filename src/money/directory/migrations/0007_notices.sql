-- What owners of wallets were told: once for each grant.
CREATE TABLE notice (
  wallet TEXT NOT NULL, -- type and handle
  kind TEXT NOT NULL CHECK (kind IN ('mostly-used', 'used-up', 'expiry')),
  grant_sequence INTEGER NOT NULL, -- number of the last grant's entry in the wallet's ledger
  told_at INTEGER NOT NULL, -- Unix milliseconds
  PRIMARY KEY (wallet, kind, grant_sequence)
) STRICT, WITHOUT ROWID;
