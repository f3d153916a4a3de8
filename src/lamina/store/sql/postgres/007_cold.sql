-- What is old is kept compressed. `cold` holds the long texts that `body` then lacks; nothing else of an item moves.
ALTER TABLE items ADD COLUMN cold bytea;
-- It is compressed already.
ALTER TABLE items ALTER COLUMN cold SET STORAGE EXTERNAL;

-- The turns of one exchange in one piece: they repeat each other, and are read together.
CREATE TABLE cold_turns (
    project   text COLLATE "C" NOT NULL,
    session   text COLLATE "C" NOT NULL,
    first     bigint NOT NULL,
    last      bigint NOT NULL,
    how_many  bigint NOT NULL,
    turns     bytea NOT NULL,
    PRIMARY KEY (project, session, first)
);
ALTER TABLE cold_turns ALTER COLUMN turns SET STORAGE EXTERNAL;
ALTER TABLE cold_turns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY as_session ON cold_turns
    USING (EXISTS (SELECT 1 FROM sessions
                   WHERE sessions.project = cold_turns.project AND sessions.id = cold_turns.session));

-- The vector of the summary, of what is cold, by the same embedder as the other; and its sign code.
ALTER TABLE vectors ADD COLUMN summary halfvec;
ALTER TABLE codes ADD COLUMN summary bit varying;
