-- How far each stream has come. Its row is what writers of one stream wait for each other by.
CREATE TABLE streams (
    id TEXT PRIMARY KEY,
    version BIGINT NOT NULL
);

CREATE TABLE events (
    stream TEXT NOT NULL,
    version BIGINT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (stream, version)
);

-- What each command came to.
CREATE TABLE commands (
    stream TEXT NOT NULL,
    command TEXT NOT NULL,
    version BIGINT NOT NULL,
    reply TEXT NOT NULL,
    PRIMARY KEY (stream, command)
);

-- What streams can be found by, in the order it was said.
CREATE TABLE labels (
    place BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    stream TEXT NOT NULL,
    UNIQUE (key, value, stream)
);
CREATE INDEX labels_by_place ON labels (key, value, place);

-- Labels that belong to one stream alone.
CREATE TABLE claims (
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    stream TEXT NOT NULL,
    PRIMARY KEY (key, value)
);

-- Work. Whoever takes a job moves its due time to the end of the lease and counts the attempt.
CREATE TABLE jobs (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    queue TEXT NOT NULL,
    body TEXT NOT NULL,
    due_ms BIGINT NOT NULL,
    attempt BIGINT NOT NULL
);
CREATE INDEX jobs_by_time ON jobs (queue, due_ms, id);
