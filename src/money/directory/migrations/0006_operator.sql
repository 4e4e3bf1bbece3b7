-- What operators did. A row is there before the act, and says of it when it was done.
CREATE TABLE operator_act (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL, -- Unix milliseconds
  operator_id TEXT, -- of the operator's account; null for the admin token
  operator TEXT NOT NULL, -- address of that account at the time, or 'admin token'
  act TEXT NOT NULL,
  account_id TEXT, -- whom it was done to
  detail TEXT NOT NULL, -- what exactly, in words
  done INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX operator_act_account ON operator_act (account_id, id DESC);
