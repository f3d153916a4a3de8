-- Which memory is about which file: a projection of the rows, so that a file leads to what is known about it.
-- `changed` is 1 where the exchange changed the file, 0 where it read or named it.

CREATE TABLE touches (
    project   TEXT NOT NULL,
    item      TEXT NOT NULL,
    position  INTEGER NOT NULL,
    path      TEXT NOT NULL,
    changed   INTEGER NOT NULL,
    at        TEXT NOT NULL,
    PRIMARY KEY (project, item, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX touches_path ON touches (project, path, at);
CREATE INDEX sessions_started ON sessions (project, started_at);

INSERT INTO touches (project, item, position, path, changed, at)
SELECT items.project, items.id, file.key, file.value,
       instr(coalesce(json_extract(items.body, '$.fields.details'), ''), 'Changed: ') > 0
       AND instr(json_extract(items.body, '$.fields.details'), file.value) > 0,
       items.last_seen
FROM items, json_each(items.body, '$.files') AS file
WHERE file.key < 40 AND length(file.value) BETWEEN 1 AND 400 AND instr(file.value, ' ') = 0;
