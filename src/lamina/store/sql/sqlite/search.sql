-- name: take_numbers
UPDATE counter SET value = value + :how_many RETURNING value

-- name: save_vector
INSERT INTO vectors (n, embedder, vector) VALUES (:n, :embedder, :vector)
ON CONFLICT (n) DO UPDATE SET embedder = excluded.embedder, vector = excluded.vector, summary = NULL

-- name: save_summary
UPDATE vectors SET summary = :summary WHERE n = :n AND embedder = :embedder

-- name: drop_summaries
UPDATE vectors SET summary = NULL WHERE n IN :keys*

-- name: drop_vectors
DELETE FROM vectors WHERE n IN :keys*

-- name: packed_vectors
SELECT n, vector, summary FROM vectors WHERE embedder = :embedder AND n IN :keys*

-- name: states
SELECT project, generation, reached, documents, lengths FROM index_state WHERE project IN :projects*

-- name: newest_change
SELECT max(change) FROM items WHERE project = :project

-- name: indexed_projects
SELECT DISTINCT project FROM items

-- name: newer
SELECT items.n, items.change, items.body, items.cold, vectors.vector, vectors.summary FROM items
LEFT JOIN vectors ON vectors.n = items.n AND vectors.embedder = :embedder
WHERE items.project = :project AND items.change > :reached
ORDER BY items.change LIMIT :most

-- name: save_state
INSERT INTO index_state (project, generation, reached, documents, lengths)
VALUES (:project, :generation, :reached, :documents, :lengths)
ON CONFLICT (project) DO UPDATE SET generation = excluded.generation, reached = excluded.reached,
    documents = excluded.documents, lengths = excluded.lengths

-- name: drop_codes
DELETE FROM codes WHERE project = :project

-- name: last_block
SELECT block, size, keys, codes FROM codes WHERE project = :project AND embedder = :embedder
ORDER BY block DESC LIMIT 1

-- name: save_block
INSERT INTO codes (project, embedder, block, size, keys, codes)
VALUES (:project, :embedder, :block, :size, :keys, :codes)
ON CONFLICT (project, embedder, block) DO UPDATE SET
    size = excluded.size, keys = excluded.keys, codes = excluded.codes

-- name: blocks
SELECT keys, codes FROM codes WHERE project = :project AND embedder = :embedder ORDER BY block

-- name: item_numbers
SELECT n FROM items WHERE project = :project
