-- Games, and what a sync keeps of each. Secrets are encrypted before they come here.

CREATE TABLE wikibot.games (
    name text PRIMARY KEY,
    number integer NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY,  -- of the game's advisory lock
    version bigint NOT NULL DEFAULT 1,                            -- goes up with its settings
    api text NOT NULL,
    account text NOT NULL,
    rules text NOT NULL,
    gamestate text NOT NULL,
    origin text NOT NULL,                                         -- from which paths count
    paused boolean NOT NULL DEFAULT false,
    added timestamptz NOT NULL DEFAULT now(),
    UNIQUE (api, gamestate)                                       -- a game is kept once
);

-- Private texts, whole: the settings file, password, webhooks, wordings; the secrets of dice.
CREATE TABLE wikibot.texts (
    game text NOT NULL REFERENCES wikibot.games ON DELETE CASCADE,
    drawer text NOT NULL,
    name text NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (game, drawer, name)
);

-- Sessions on wikis. The id tells neither account nor password.
CREATE TABLE wikibot.sessions (
    id bytea PRIMARY KEY,
    sealed bytea NOT NULL,
    changed timestamptz NOT NULL DEFAULT now()
);

-- By which a wrong key is known before anything else is read.
CREATE TABLE wikibot.key_check (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    sealed bytea NOT NULL
);

-- The journals.
CREATE TABLE wikibot.pages (
    game text NOT NULL REFERENCES wikibot.games ON DELETE CASCADE,
    revision bigint NOT NULL,
    title text NOT NULL,
    sha1 text NOT NULL,
    text bytea NOT NULL,  -- UTF-8; a text of PostgreSQL cannot hold every character
    comment text,
    PRIMARY KEY (game, revision)
);

CREATE TABLE wikibot.notes (
    game text NOT NULL REFERENCES wikibot.games ON DELETE CASCADE,
    name text NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (game, name)
);

CREATE TABLE wikibot.runs (
    game text NOT NULL REFERENCES wikibot.games ON DELETE CASCADE,
    run text NOT NULL,
    time text NOT NULL,
    what text NOT NULL,
    PRIMARY KEY (game, run)
);

CREATE TABLE wikibot.outcomes (
    game text NOT NULL REFERENCES wikibot.games ON DELETE CASCADE,
    action text NOT NULL,
    run text NOT NULL,
    time text NOT NULL,
    account text NOT NULL,
    text text NOT NULL,
    verdict text NOT NULL,
    answer text NOT NULL,
    PRIMARY KEY (game, action, run)
);
