-- How far each transcript was read, and where each session came from.

CREATE TABLE cursors (
    host      TEXT NOT NULL,
    path      TEXT NOT NULL,
    user_id   TEXT NOT NULL,
    agent     TEXT NOT NULL,
    project   TEXT NOT NULL,
    session   TEXT NOT NULL,
    size      INTEGER NOT NULL,
    modified  INTEGER NOT NULL,
    mark      TEXT NOT NULL,
    place     TEXT NOT NULL,
    PRIMARY KEY (host, path, user_id)
) STRICT, WITHOUT ROWID;

ALTER TABLE sessions ADD COLUMN cwd TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN branch TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN lineage TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN path TEXT NOT NULL DEFAULT '';
CREATE INDEX items_kind ON items (project, kind);
