-- How far each transcript was read, and where each session came from.

CREATE TABLE cursors (
    host      text COLLATE "C" NOT NULL,
    path      text COLLATE "C" NOT NULL,
    user_id   text COLLATE "C" NOT NULL,
    agent     text NOT NULL,
    project   text COLLATE "C" NOT NULL,
    session   text COLLATE "C" NOT NULL,
    size      bigint NOT NULL,
    modified  bigint NOT NULL,
    mark      text NOT NULL,
    place     text NOT NULL,
    PRIMARY KEY (host, path, user_id)
);
-- What somebody read last is in there, and nobody else's business.
ALTER TABLE cursors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON cursors USING (user_id = (SELECT current_setting('lamina.user', true)));

ALTER TABLE sessions ADD COLUMN cwd text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN branch text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN lineage text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN path text NOT NULL DEFAULT '';
CREATE INDEX items_kind ON items (project, kind);
