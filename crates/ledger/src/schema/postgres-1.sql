-- The version of each stream. Writers of a stream lock its row.
CREATE TABLE streams (
    id TEXT PRIMARY KEY,
    version BIGINT NOT NULL
);

-- `labels` has the label changes of the append that begins with the event, as JSON, or is empty: the tables `labels`
-- and `claims` can be recomputed from it. `sum` is the checksum of the row.
CREATE TABLE events (
    stream TEXT NOT NULL,
    version BIGINT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    labels TEXT NOT NULL,
    sum BIGINT NOT NULL,
    PRIMARY KEY (stream, version)
);

-- The stored result of each command.
CREATE TABLE commands (
    stream TEXT NOT NULL,
    command TEXT NOT NULL,
    version BIGINT NOT NULL,
    reply TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    sum BIGINT NOT NULL,
    PRIMARY KEY (stream, command)
);

-- The index of streams, in the order in which the labels were set.
CREATE TABLE labels (
    place BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    stream TEXT NOT NULL,
    UNIQUE (key, value, stream)
);
CREATE INDEX labels_by_place ON labels (key, value, place);

-- Labels that are unique to one stream.
CREATE TABLE claims (
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    stream TEXT NOT NULL,
    PRIMARY KEY (key, value)
);

-- Jobs. Taking a job moves its due time to the end of the lease and counts the attempt.
CREATE TABLE jobs (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    queue TEXT NOT NULL,
    body TEXT NOT NULL,
    due_ms BIGINT NOT NULL,
    attempt BIGINT NOT NULL
);
CREATE INDEX jobs_by_time ON jobs (queue, due_ms, id);

-- Counters.
CREATE TABLE counts (
    key TEXT NOT NULL,
    item TEXT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (key, item)
);
