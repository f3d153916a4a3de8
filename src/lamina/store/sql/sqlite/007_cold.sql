-- What is old is kept compressed. `cold` holds the long texts that `body` then lacks; nothing else of an item moves.
ALTER TABLE items ADD COLUMN cold BLOB;

-- The turns of one exchange in one piece: they repeat each other, and are read together.
CREATE TABLE cold_turns (
    project   TEXT NOT NULL,
    session   TEXT NOT NULL,
    first     INTEGER NOT NULL,
    last      INTEGER NOT NULL,
    how_many  INTEGER NOT NULL,
    turns     BLOB NOT NULL,
    PRIMARY KEY (project, session, first)
) STRICT, WITHOUT ROWID;

-- The vector of the summary, of what is cold, by the same embedder as the other.
ALTER TABLE vectors ADD COLUMN summary BLOB;
