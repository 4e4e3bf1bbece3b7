-- Under which value of a secret a row was made: a mark of it. Null in rows of before.
ALTER TABLE keys ADD COLUMN secret TEXT; -- of KEY_HASH_SECRET
ALTER TABLE credited_address ADD COLUMN secret TEXT; -- of SESSION_SECRET
