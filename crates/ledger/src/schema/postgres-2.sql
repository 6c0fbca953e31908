-- The checksum of each event. Events from before this migration have none.
ALTER TABLE events ADD COLUMN sum BIGINT;
