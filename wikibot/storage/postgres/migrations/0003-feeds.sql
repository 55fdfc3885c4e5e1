-- What tells of edits of a game's pages, and up to where it was read.

ALTER TABLE wikibot.watched
    ADD COLUMN feed text NOT NULL DEFAULT 'recentchanges',
    ADD COLUMN spaces integer[] NOT NULL DEFAULT '{}';  -- the namespaces of the titles
UPDATE wikibot.watched SET titles = '{}';               -- from now on as the wiki writes them
CREATE INDEX watched_titles ON wikibot.watched USING gin (titles);

-- The wikis of one account each.
CREATE TABLE wikibot.wikis (
    api text NOT NULL,
    account text NOT NULL,
    mark text NOT NULL DEFAULT '',  -- up to where recent changes were read
    swept timestamptz,              -- when all pages were last looked at
    PRIMARY KEY (api, account)
);
