-- A new password ends what is older, and a code of a second factor counts once.
ALTER TABLE accounts ADD COLUMN passwordChangedAt INTEGER; -- Unix milliseconds; null while the first password stays
ALTER TABLE second_factors ADD COLUMN lastStep INTEGER; -- time step of the last code that was accepted (RFC 6238)

-- Links and second steps of an account are found by their value, for their names are hashed.
CREATE INDEX verifications_value ON verifications (value);
