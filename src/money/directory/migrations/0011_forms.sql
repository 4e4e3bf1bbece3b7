-- Forms that were sent, so that each counts once.
CREATE TABLE sent_form (
  name TEXT PRIMARY KEY, -- HMAC of path and fields, a random id among them
  answer TEXT, -- where it led, with its cookies, encrypted; null while it is in work
  expires_at INTEGER NOT NULL -- Unix milliseconds
) STRICT, WITHOUT ROWID;

CREATE INDEX sent_form_age ON sent_form (expires_at);

-- A key is rotated once.
ALTER TABLE keys ADD COLUMN successor_id TEXT; -- of the key that took its place
