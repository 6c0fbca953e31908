-- Divides the ledger of a PostgreSQL into sixteen parts by the name of the stream: smaller indexes, vacuums that end, parts
-- that can lie on disks of their own. Programs notice nothing. Stop the servers, take a backup, then
--   psql --single-transaction -v ON_ERROR_STOP=1 -f partitions.sql DATABASE
-- Tests do it to a ledger in use, and hold what every ledger promises against divided ones (crates/ledger/tests).
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
