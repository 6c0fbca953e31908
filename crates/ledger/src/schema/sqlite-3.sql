-- Counters.
CREATE TABLE counts (
    key TEXT NOT NULL,
    item TEXT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (key, item)
) WITHOUT ROWID;
