-- What the farm knows of games beside their storage. Nothing here is the only copy of anything but
-- the counts: a game without its row's values is looked at once more.

CREATE TABLE wikibot.watched (
    game text PRIMARY KEY REFERENCES wikibot.games (name) ON DELETE CASCADE ON UPDATE CASCADE,
    api text NOT NULL,
    account text NOT NULL,
    bucket integer NOT NULL,                -- wikis that are polled together
    titles text[] NOT NULL DEFAULT '{}',    -- the pages to watch; none: not synced yet
    stamp text NOT NULL DEFAULT '',         -- of how the last sync left them; '': something is left to do
    due timestamptz,                        -- of the next timed event
    tried text NOT NULL DEFAULT '',         -- the stamp that the last sync began with
    not_before timestamptz,                 -- of a game with something left to do, unless a page moves
    unsettled integer NOT NULL DEFAULT 0,   -- such syncs in a row
    failures integer NOT NULL DEFAULT 0,    -- syncs in a row that failed
    error text NOT NULL DEFAULT '',         -- of the last one
    attention text NOT NULL DEFAULT '',     -- what a person has to do
    failed timestamptz,
    synced timestamptz,
    seconds real NOT NULL DEFAULT 0,        -- that the last sync took
    syncs bigint NOT NULL DEFAULT 0,
    lines bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);                   -- rows change with each sync: room for the new version beside the old
CREATE INDEX watched_bucket ON wikibot.watched (bucket);

-- Until when all workers send nothing to a host, as it asked.
CREATE TABLE wikibot.hosts (
    host text PRIMARY KEY,
    not_before timestamptz NOT NULL
);

-- Wikis that could not be polled.
CREATE TABLE wikibot.troubles (
    api text NOT NULL,
    account text NOT NULL,
    bucket integer NOT NULL,
    error text NOT NULL,
    failures integer NOT NULL,
    not_before timestamptz NOT NULL,
    PRIMARY KEY (api, account)
);
