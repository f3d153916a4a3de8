-- The rows: the truth. Times are ISO 8601 in UTC, so that text order is time order.

CREATE TABLE projects (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    created_at  TEXT NOT NULL
) STRICT;

CREATE TABLE aliases (
    alias    TEXT PRIMARY KEY,
    project  TEXT NOT NULL REFERENCES projects (id)
) STRICT;

-- One counter gives every saved row its number, and every later save of it its change number.
CREATE TABLE counter (value INTEGER NOT NULL) STRICT;
INSERT INTO counter VALUES (0);

CREATE TABLE sessions (
    project     TEXT NOT NULL,
    id          TEXT NOT NULL,
    user_id     TEXT NOT NULL,
    visibility  TEXT NOT NULL,
    agent       TEXT NOT NULL,
    title       TEXT NOT NULL,
    started_at  TEXT NOT NULL,
    PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE turns (
    project  TEXT NOT NULL,
    session  TEXT NOT NULL,
    number   INTEGER NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (project, session, number)
) STRICT, WITHOUT ROWID;

-- `body` is the whole item as JSON; the other columns repeat what queries ask for.
CREATE TABLE items (
    n              INTEGER PRIMARY KEY,
    project        TEXT NOT NULL,
    id             TEXT NOT NULL,
    change         INTEGER NOT NULL,
    version        INTEGER NOT NULL,
    kind           TEXT NOT NULL,
    level          TEXT NOT NULL,
    visibility     TEXT NOT NULL,
    user_id        TEXT NOT NULL,
    session        TEXT NOT NULL,
    opening        INTEGER NOT NULL DEFAULT 0,
    closing        INTEGER NOT NULL DEFAULT 0,
    text_hash      TEXT NOT NULL,
    first_seen     TEXT NOT NULL,
    last_seen      TEXT NOT NULL,
    valid_from     TEXT NOT NULL,
    valid_to       TEXT,
    denied_at      TEXT,
    archived_at    TEXT,
    forgotten_at   TEXT,
    retrieved      INTEGER NOT NULL DEFAULT 0,
    cited          INTEGER NOT NULL DEFAULT 0,
    ignored        INTEGER NOT NULL DEFAULT 0,
    last_accessed  TEXT,
    contradictions INTEGER NOT NULL DEFAULT 0,
    last_validated TEXT,
    body           TEXT NOT NULL,
    UNIQUE (project, id)
) STRICT;
CREATE INDEX items_change ON items (project, change);
CREATE INDEX items_session ON items (project, session);
CREATE INDEX items_text ON items (project, text_hash);
CREATE INDEX items_forgotten ON items (forgotten_at) WHERE forgotten_at IS NOT NULL;

CREATE TABLE vectors (
    n         INTEGER PRIMARY KEY,
    embedder  TEXT NOT NULL,
    vector    BLOB NOT NULL
) STRICT;

CREATE TABLE versions (
    project  TEXT NOT NULL,
    id       TEXT NOT NULL,
    version  INTEGER NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (project, id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
    number     INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    project    TEXT NOT NULL,
    user_id    TEXT NOT NULL,
    at         TEXT NOT NULL,
    action     TEXT NOT NULL,
    detail     TEXT NOT NULL,
    undone_at  TEXT
) STRICT;

-- `before` is NULL where the item did not exist.
CREATE TABLE steps (
    entry          TEXT NOT NULL,
    project        TEXT NOT NULL,
    id             TEXT NOT NULL,
    before         TEXT,
    after_version  INTEGER NOT NULL,
    PRIMARY KEY (entry, project, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX steps_item ON steps (project, id);

CREATE TABLE tombstones (
    project    TEXT NOT NULL,
    item_id    TEXT NOT NULL,
    text_hash  TEXT NOT NULL,
    at         TEXT NOT NULL,
    PRIMARY KEY (project, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tombstones_text ON tombstones (project, text_hash);
