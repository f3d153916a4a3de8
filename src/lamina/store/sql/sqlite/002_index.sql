-- How far each project's search index has come, and the packed sign codes of its vectors.

CREATE TABLE index_state (
    project     TEXT PRIMARY KEY,
    generation  TEXT NOT NULL,
    reached     INTEGER NOT NULL,
    documents   INTEGER NOT NULL,
    lengths     TEXT NOT NULL
) STRICT;

CREATE TABLE codes (
    project   TEXT NOT NULL,
    embedder  TEXT NOT NULL,
    block     INTEGER NOT NULL,
    size      INTEGER NOT NULL,
    keys      BLOB NOT NULL,
    codes     BLOB NOT NULL,
    PRIMARY KEY (project, embedder, block)
) STRICT;
