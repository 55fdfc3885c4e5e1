-- When recent changes were last asked for.
ALTER TABLE wikibot.wikis ADD COLUMN asked timestamptz;

-- Games that failed again and again, and looks at which nothing was new.
ALTER TABLE wikibot.watched
    ADD COLUMN aside boolean NOT NULL DEFAULT false,  -- not tried again until a page moves
    ADD COLUMN idle integer NOT NULL DEFAULT 0;       -- such looks in a row
