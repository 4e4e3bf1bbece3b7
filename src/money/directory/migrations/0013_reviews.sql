-- Of the calls, those whose answer said that a person should look at it.
ALTER TABLE usage ADD COLUMN reviews INTEGER NOT NULL DEFAULT 0;
