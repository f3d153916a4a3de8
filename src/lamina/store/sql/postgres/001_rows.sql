-- The rows: the truth. Times are ISO 8601 in UTC, so that text order is time order.
-- Keys and times are compared byte by byte (COLLATE "C"), so that every engine has the same order.

CREATE TABLE meta (
    key    text PRIMARY KEY,
    value  text NOT NULL
);

CREATE TABLE projects (
    id          text COLLATE "C" PRIMARY KEY,
    name        text NOT NULL,
    created_at  text NOT NULL
);

CREATE TABLE aliases (
    alias    text COLLATE "C" PRIMARY KEY,
    project  text COLLATE "C" NOT NULL REFERENCES projects (id)
);

-- Gives every saved row its number, and every later save of it its change number.
CREATE SEQUENCE numbers;

CREATE TABLE sessions (
    project     text COLLATE "C" NOT NULL,
    id          text COLLATE "C" NOT NULL,
    user_id     text COLLATE "C" NOT NULL,
    visibility  text COLLATE "C" NOT NULL,
    agent       text NOT NULL,
    title       text NOT NULL,
    started_at  text COLLATE "C" NOT NULL,
    PRIMARY KEY (project, id)
);

CREATE TABLE turns (
    project  text COLLATE "C" NOT NULL,
    session  text COLLATE "C" NOT NULL,
    number   bigint NOT NULL,
    body     text NOT NULL,
    PRIMARY KEY (project, session, number)
);

-- `body` is the whole item as JSON; the other columns repeat what queries ask for.
CREATE TABLE items (
    n              bigint PRIMARY KEY,
    project        text COLLATE "C" NOT NULL,
    id             text COLLATE "C" NOT NULL,
    change         bigint NOT NULL,
    version        bigint NOT NULL,
    kind           text COLLATE "C" NOT NULL,
    level          text COLLATE "C" NOT NULL,
    visibility     text COLLATE "C" NOT NULL,
    user_id        text COLLATE "C" NOT NULL,
    session        text COLLATE "C" NOT NULL,
    opening        bigint NOT NULL DEFAULT 0,
    closing        bigint NOT NULL DEFAULT 0,
    text_hash      text COLLATE "C" NOT NULL,
    first_seen     text COLLATE "C" NOT NULL,
    last_seen      text COLLATE "C" NOT NULL,
    valid_from     text COLLATE "C" NOT NULL,
    valid_to       text COLLATE "C",
    denied_at      text COLLATE "C",
    archived_at    text COLLATE "C",
    forgotten_at   text COLLATE "C",
    retrieved      bigint NOT NULL DEFAULT 0,
    cited          bigint NOT NULL DEFAULT 0,
    ignored        bigint NOT NULL DEFAULT 0,
    last_accessed  text COLLATE "C",
    contradictions bigint NOT NULL DEFAULT 0,
    last_validated text COLLATE "C",
    body           text NOT NULL,
    UNIQUE (project, id)
);
CREATE INDEX items_session ON items (project, session);
CREATE INDEX items_text ON items (project, text_hash);
CREATE INDEX items_forgotten ON items (forgotten_at) WHERE forgotten_at IS NOT NULL;

CREATE TABLE versions (
    project  text COLLATE "C" NOT NULL,
    id       text COLLATE "C" NOT NULL,
    version  bigint NOT NULL,
    body     text NOT NULL,
    PRIMARY KEY (project, id, version)
);

CREATE TABLE journal (
    number     bigint PRIMARY KEY,
    id         text COLLATE "C" NOT NULL UNIQUE,
    project    text COLLATE "C" NOT NULL,
    user_id    text COLLATE "C" NOT NULL,
    at         text COLLATE "C" NOT NULL,
    action     text NOT NULL,
    detail     text NOT NULL,
    undone_at  text COLLATE "C"
);
CREATE INDEX journal_last ON journal (project, user_id, number);

-- `before` is NULL where the item did not exist.
CREATE TABLE steps (
    entry          text COLLATE "C" NOT NULL,
    project        text COLLATE "C" NOT NULL,
    id             text COLLATE "C" NOT NULL,
    before         text,
    after_version  bigint NOT NULL,
    PRIMARY KEY (entry, project, id)
);
CREATE INDEX steps_item ON steps (project, id);

CREATE TABLE tombstones (
    project    text COLLATE "C" NOT NULL,
    item_id    text COLLATE "C" NOT NULL,
    text_hash  text COLLATE "C" NOT NULL,
    at         text COLLATE "C" NOT NULL,
    PRIMARY KEY (project, item_id)
);
CREATE INDEX tombstones_text ON tombstones (project, text_hash);

-- Whatever a query forgets to ask, nobody reads or writes a private row of somebody else.
-- FORCE: the owner of the tables is bound by it as well.
ALTER TABLE items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_or_shared ON items
    USING (visibility <> 'user-private' OR user_id = (SELECT current_setting('lamina.user', true)));

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_or_shared ON sessions
    USING (visibility <> 'user-private' OR user_id = (SELECT current_setting('lamina.user', true)));

-- The policy of the row they belong to holds inside these subqueries, too.
ALTER TABLE turns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY as_session ON turns
    USING (EXISTS (SELECT 1 FROM sessions WHERE sessions.project = turns.project AND sessions.id = turns.session));

ALTER TABLE versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY as_item ON versions
    USING (EXISTS (SELECT 1 FROM items WHERE items.project = versions.project AND items.id = versions.id));

ALTER TABLE steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY as_item ON steps
    USING (EXISTS (SELECT 1 FROM items WHERE items.project = steps.project AND items.id = steps.id));

-- A contiguous block. A lock of the session, not of the transaction: nobody waits for somebody else's commit.
CREATE FUNCTION lamina_numbers(how_many bigint) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    first bigint;
BEGIN
    PERFORM pg_advisory_lock(7236018201);
    first := nextval('numbers');
    PERFORM setval('numbers', first + how_many - 1);
    PERFORM pg_advisory_unlock(7236018201);
    RETURN first;
END $$;
REVOKE EXECUTE ON FUNCTION lamina_numbers FROM PUBLIC;
