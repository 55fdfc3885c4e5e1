-- The queue's own tables are in this schema, too, whoever makes them, and of this version.
CREATE TABLE wikibot.queue (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    version text NOT NULL
);
