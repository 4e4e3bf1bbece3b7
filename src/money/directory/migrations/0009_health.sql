-- One row that is overwritten to see whether the directory can be written.
CREATE TABLE health (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  written_at_ms INTEGER NOT NULL
);
