-- Sign-ups of the last day, for the limits on them. Addresses and networks are HMACs.
CREATE TABLE sign_up (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL, -- of the mailbox
  network TEXT, -- an IPv4 /24 or IPv6 /48; null where networks are not known
  at INTEGER NOT NULL, -- Unix milliseconds
  confirmed INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX sign_up_time ON sign_up (at);
