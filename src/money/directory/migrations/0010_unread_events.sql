-- Events of Stripe that were signed and could not be read: they have done nothing yet.
CREATE TABLE unread_event (
  id TEXT PRIMARY KEY, -- Stripe's, by which the event can be fetched
  kind TEXT NOT NULL,
  hash TEXT NOT NULL, -- SHA-256 of the body as it came, hexadecimal
  told_at INTEGER NOT NULL -- Unix milliseconds
) STRICT, WITHOUT ROWID;
