-- What speaks against what: pairs of memories of which one has to give way, and acts for or against a memory.

CREATE TABLE contradictions (
    project      text COLLATE "C" NOT NULL,
    id           text COLLATE "C" NOT NULL,
    older        text COLLATE "C" NOT NULL,
    newer        text COLLATE "C" NOT NULL,
    relation     text COLLATE "C" NOT NULL,
    why          text COLLATE "C" NOT NULL,
    found_at     text COLLATE "C" NOT NULL,
    resolution   text COLLATE "C" NOT NULL DEFAULT '',
    note         text COLLATE "C" NOT NULL DEFAULT '',
    resolved_at  text COLLATE "C" NOT NULL DEFAULT '',
    entry        text COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (project, id)
);

-- `source` is the exchange or the memory that speaks: each counts once, however often it is read.
CREATE TABLE signs (
    project  text COLLATE "C" NOT NULL,
    item     text COLLATE "C" NOT NULL,
    source   text COLLATE "C" NOT NULL,
    sign     text COLLATE "C" NOT NULL,
    at       text COLLATE "C" NOT NULL,
    PRIMARY KEY (project, item, source)
);
CREATE INDEX signs_source ON signs (project, source);

-- When work that comes due again and again was last begun, whoever did it.
CREATE TABLE jobs (
    name      text COLLATE "C" PRIMARY KEY,
    begun_at  text COLLATE "C" NOT NULL
);
CREATE INDEX items_level ON items (project, level, kind);

-- The policy of the memories they speak of holds inside these subqueries, too.
ALTER TABLE contradictions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY as_items ON contradictions
    USING (EXISTS (SELECT 1 FROM items WHERE items.project = contradictions.project AND items.id = contradictions.older)
       AND EXISTS (SELECT 1 FROM items WHERE items.project = contradictions.project AND items.id = contradictions.newer));

ALTER TABLE signs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY as_item ON signs
    USING (EXISTS (SELECT 1 FROM items WHERE items.project = signs.project AND items.id = signs.item));

-- Files outside of the store that are about to change, or did: what a crash left half done, and what undo needs.
CREATE TABLE intents (
    entry    text COLLATE "C" NOT NULL,
    target   text COLLATE "C" NOT NULL,
    project  text COLLATE "C" NOT NULL,
    user_id  text COLLATE "C" NOT NULL,
    item     text COLLATE "C" NOT NULL,
    action   text COLLATE "C" NOT NULL,
    done     integer NOT NULL,
    body     text COLLATE "C" NOT NULL,
    PRIMARY KEY (entry, target)
);
ALTER TABLE intents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON intents USING (user_id = (SELECT current_setting('lamina.user', true)));
