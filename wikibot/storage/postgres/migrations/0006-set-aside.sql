-- When recent changes were last asked for.
ALTER TABLE wikibot.wikis ADD COLUMN asked timestamptz;

-- Games that failed again and again, and looks at which nothing was new.
ALTER TABLE wikibot.watched
    ADD COLUMN aside boolean NOT NULL DEFAULT false,  -- not tried again until a page moves
    ADD COLUMN idle integer NOT NULL DEFAULT 0;       -- such looks in a row

-- Datagrams at the ports of feeds that came from elsewhere than their wikis.
CREATE TABLE wikibot.feeds (
    feed text PRIMARY KEY,
    refused bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now()  -- the last one
);
