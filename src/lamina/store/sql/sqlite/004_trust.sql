-- What speaks against what: pairs of memories of which one has to give way, and acts for or against a memory.

CREATE TABLE contradictions (
    project      TEXT NOT NULL,
    id           TEXT NOT NULL,
    older        TEXT NOT NULL,
    newer        TEXT NOT NULL,
    relation     TEXT NOT NULL,
    why          TEXT NOT NULL,
    found_at     TEXT NOT NULL,
    resolution   TEXT NOT NULL DEFAULT '',
    note         TEXT NOT NULL DEFAULT '',
    resolved_at  TEXT NOT NULL DEFAULT '',
    entry        TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;

-- `source` is the exchange or the memory that speaks: each counts once, however often it is read.
CREATE TABLE signs (
    project  TEXT NOT NULL,
    item     TEXT NOT NULL,
    source   TEXT NOT NULL,
    sign     TEXT NOT NULL,
    at       TEXT NOT NULL,
    PRIMARY KEY (project, item, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX signs_source ON signs (project, source);

-- When work that comes due again and again was last begun, whoever did it.
CREATE TABLE jobs (
    name      TEXT PRIMARY KEY,
    begun_at  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX items_level ON items (project, level, kind);

-- Files outside of the store that are about to change, or did: what a crash left half done, and what undo needs.
CREATE TABLE intents (
    entry    TEXT NOT NULL,
    target   TEXT NOT NULL,
    project  TEXT NOT NULL,
    user_id  TEXT NOT NULL,
    item     TEXT NOT NULL,
    action   TEXT NOT NULL,
    done     INTEGER NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (entry, target)
) STRICT, WITHOUT ROWID;
