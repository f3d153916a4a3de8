-- Which memory is about which file: a projection of the rows, so that a file leads to what is known about it.
-- `changed` is 1 where the exchange changed the file, 0 where it read or named it.

CREATE TABLE touches (
    project   text COLLATE "C" NOT NULL,
    item      text COLLATE "C" NOT NULL,
    position  bigint NOT NULL,
    path      text COLLATE "C" NOT NULL,
    changed   bigint NOT NULL,
    at        text COLLATE "C" NOT NULL,
    PRIMARY KEY (project, item, position)
);
CREATE INDEX touches_path ON touches (project, path, at);
CREATE INDEX sessions_started ON sessions (project, started_at);

INSERT INTO touches (project, item, position, path, changed, at)
SELECT items.project, items.id, file.place - 1, file.path,
       (strpos(coalesce(body::jsonb #>> '{fields,details}', ''), 'Changed: ') > 0
        AND strpos(body::jsonb #>> '{fields,details}', file.path) > 0)::int,
       items.last_seen
FROM items, jsonb_array_elements_text(items.body::jsonb -> 'files') WITH ORDINALITY AS file (path, place)
WHERE file.place <= 40 AND length(file.path) BETWEEN 1 AND 400 AND strpos(file.path, ' ') = 0;

-- The policy of the memory they belong to holds inside this subquery, too.
ALTER TABLE touches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY as_item ON touches
    USING (EXISTS (SELECT 1 FROM items WHERE items.project = touches.project AND items.id = touches.item));
