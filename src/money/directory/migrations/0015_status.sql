-- How the service was found, once a minute. A minute that is counted nowhere has no data.
CREATE TABLE status_day (
  day INTEGER PRIMARY KEY, -- Unix days, UTC
  last_minute INTEGER NOT NULL, -- Unix minute that was counted last: each counts once
  minutes INTEGER NOT NULL, -- that were counted; of them the following
  degraded INTEGER NOT NULL,
  unavailable INTEGER NOT NULL,
  ledger INTEGER NOT NULL, -- in which this part did not answer; so are the next three
  directory INTEGER NOT NULL,
  inference INTEGER NOT NULL,
  image_lane INTEGER NOT NULL,
  calls INTEGER NOT NULL DEFAULT 0, -- that the service made of itself
  failed_calls INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What operators say of failures, for everybody.
CREATE TABLE incident (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  began_at INTEGER NOT NULL, -- Unix milliseconds
  ended_at INTEGER -- null while it lasts
) STRICT;

CREATE INDEX incident_time ON incident (began_at DESC);
