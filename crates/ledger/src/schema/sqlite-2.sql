-- A checksum of each event. Events from before have none.
ALTER TABLE events ADD COLUMN sum BIGINT;
