-- When the sync that runs began, and how many lines of a game were played since when in a minute.
ALTER TABLE wikibot.watched
    ADD COLUMN began timestamptz,
    ADD COLUMN minute timestamptz,
    ADD COLUMN minute_lines integer NOT NULL DEFAULT 0;

-- What operators did with games, also with such as are gone.
CREATE TABLE wikibot.changes (
    at timestamptz NOT NULL DEFAULT now(),
    game text NOT NULL,
    who text NOT NULL,
    what text NOT NULL
);
CREATE INDEX changes_game ON wikibot.changes (game);
