-- A cache of a store on another machine: which of its rows are here, and as of which change over there.

-- name: make_copied
CREATE TABLE IF NOT EXISTS copied (n INTEGER PRIMARY KEY, change INTEGER NOT NULL) STRICT

-- name: copied
SELECT items.n, copied.change, shown, moved, cited, ignored, contradictions, last_validated
FROM copied JOIN items ON items.n = copied.n

-- name: note_copied
INSERT INTO copied (n, change) VALUES (:n, :there) ON CONFLICT (n) DO UPDATE SET change = excluded.change

-- name: drop_copied
DELETE FROM copied WHERE n NOT IN (SELECT n FROM items)

-- name: places_of
SELECT project, id FROM items WHERE n IN :keys*

-- name: all_places
SELECT project, id FROM items

-- name: drop_names
DELETE FROM aliases

-- name: drop_contradictions
DELETE FROM contradictions

-- name: drop_unspoken_sessions
DELETE FROM sessions WHERE NOT EXISTS (
    SELECT 1 FROM items WHERE items.project = sessions.project AND items.session = sessions.id)
