-- A cache of a store on another machine: which of its rows are here, and as they were marked over there.

-- `unscrubbed` names projects of which something was dropped, and whose index may still hold words of it.
-- name: make_copied
CREATE TABLE IF NOT EXISTS copied (n INTEGER PRIMARY KEY, mark TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS unscrubbed (project TEXT PRIMARY KEY) STRICT, WITHOUT ROWID

-- name: copied
SELECT n, mark FROM copied

-- name: note_copied
INSERT INTO copied (n, mark) VALUES (:n, :mark) ON CONFLICT (n) DO UPDATE SET mark = excluded.mark

-- name: drop_copied
DELETE FROM copied WHERE n NOT IN (SELECT n FROM items)

-- name: note_unscrubbed
INSERT INTO unscrubbed (project) VALUES (:project) ON CONFLICT (project) DO NOTHING

-- name: unscrubbed
SELECT project FROM unscrubbed

-- name: drop_unscrubbed
DELETE FROM unscrubbed

-- name: places_of
SELECT project, id FROM items WHERE n IN :keys*

-- name: drop_names
DELETE FROM aliases

-- name: drop_contradictions
DELETE FROM contradictions

-- name: drop_unspoken_sessions
DELETE FROM sessions WHERE NOT EXISTS (
    SELECT 1 FROM items WHERE items.project = sessions.project AND items.session = sessions.id)
