-- Divides the ledger of a PostgreSQL into sixteen partitions by the hash of the stream's name: smaller indexes, shorter
-- vacuums, partitions on disks of their own. Programs need no change. Stop the servers, take a backup, then
--   psql --single-transaction -v ON_ERROR_STOP=1 -f partitions.sql DATABASE
-- The ledger's tests (crates/ledger/tests) partition a ledger in use, and run all its guarantees on a partitioned one.
ALTER TABLE streams RENAME TO streams_whole;
ALTER TABLE events RENAME TO events_whole;
ALTER TABLE commands RENAME TO commands_whole;

CREATE TABLE streams (LIKE streams_whole, PRIMARY KEY (id)) PARTITION BY HASH (id);
CREATE TABLE events (LIKE events_whole, PRIMARY KEY (stream, version)) PARTITION BY HASH (stream);
CREATE TABLE commands (LIKE commands_whole, PRIMARY KEY (stream, command)) PARTITION BY HASH (stream);

DO $$
DECLARE
    whole TEXT;
BEGIN
    FOREACH whole IN ARRAY ARRAY['streams', 'events', 'commands'] LOOP
        FOR part IN 0..15 LOOP
            EXECUTE format('CREATE TABLE %s_%s PARTITION OF %s FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
                           whole, part, whole, part);
        END LOOP;
        EXECUTE format('INSERT INTO %s SELECT * FROM %s_whole', whole, whole);
        EXECUTE format('DROP TABLE %s_whole', whole);
    END LOOP;
END $$;
