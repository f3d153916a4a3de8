-- name: schema_version
SELECT value::int FROM meta WHERE key = 'schema_version'

-- name: save_schema_version
INSERT INTO meta (key, value) VALUES ('schema_version', :version)
ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- name: make_member
DO $$ BEGIN
    CREATE ROLE lamina_member NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
GRANT lamina_member TO CURRENT_USER

-- name: grant_member
GRANT SELECT ON meta, term_stats, search_stats TO lamina_member;
GRANT SELECT, INSERT, UPDATE, DELETE
    ON projects, aliases, sessions, turns, cold_turns, items, versions, journal, steps, tombstones, vectors, codes,
       cursors, contradictions, signs, jobs, intents, touches
    TO lamina_member;
GRANT SELECT (n, project, user_id, visibility), INSERT, DELETE ON search TO lamina_member;
GRANT EXECUTE ON FUNCTION lamina_numbers, lamina_lexical, lamina_matching, lamina_count_terms TO lamina_member

-- Locked until the commit: of two writers who read the same version, the second finds it changed.
-- name: saved_items
SELECT id, n, version, body, cold, {standing} FROM items WHERE project = :project AND id IN :ids* ORDER BY id FOR UPDATE

-- What somebody is writing is left for the next time: nobody waits for the other in a circle.
-- name: coolable
{coolable} FOR UPDATE SKIP LOCKED

-- Whoever writes one of them meanwhile waits, and then finds it gone and adds it anew.
-- name: hot_turns
SELECT number, body FROM turns
WHERE project = :project AND session = :session AND number BETWEEN :first AND :last ORDER BY number FOR UPDATE

-- name: standings
SELECT id, version, retrieved, cited, ignored, {standing} FROM items WHERE project = :project AND id IN :ids*
ORDER BY id FOR UPDATE

-- name: lock_projects
SELECT pg_advisory_xact_lock(7236018203)

-- name: lock_name
SELECT pg_advisory_xact_lock(hashtextextended(:locked, 7236018204))

-- name: try_lock
SELECT pg_try_advisory_lock(hashtextextended(:turn, 7236018205))

-- name: unlock
SELECT pg_advisory_unlock(hashtextextended(:turn, 7236018205))

-- name: take_numbers
SELECT lamina_numbers(:how_many)

-- name: saved_numbers
SELECT n FROM items WHERE n IN :keys*

-- name: number_of
SELECT n FROM items WHERE project = :project AND id = :id

-- name: save_search
INSERT INTO search (n, project, user_id, visibility, lengths, terms, weights)
VALUES (:n, :project, :user_id, :visibility, :lengths, :terms, :weights)

-- name: drop_search
DELETE FROM search WHERE n IN :keys*

-- name: projects_of
SELECT DISTINCT project FROM items WHERE n IN :keys*

-- name: save_vector
WITH whole AS (
    INSERT INTO vectors (project, n, embedder, user_id, visibility, live, half)
    VALUES (:project, :n, :embedder, :user_id, :visibility, :live, :half)
    ON CONFLICT (n) DO UPDATE SET embedder = excluded.embedder, user_id = excluded.user_id,
        visibility = excluded.visibility, live = excluded.live, half = excluded.half, summary = NULL
)
INSERT INTO codes (project, n, embedder, user_id, visibility, live, code)
VALUES (:project, :n, :embedder, :user_id, :visibility, :live, :code)
ON CONFLICT (project, n) DO UPDATE SET embedder = excluded.embedder, user_id = excluded.user_id,
    visibility = excluded.visibility, live = excluded.live, code = excluded.code, summary = NULL

-- name: save_summary
WITH whole AS (UPDATE vectors SET summary = :half WHERE n = :n AND embedder = :embedder)
UPDATE codes SET summary = :code WHERE project = :project AND n = :n AND embedder = :embedder

-- name: drop_summaries
WITH whole AS (UPDATE vectors SET summary = NULL WHERE n IN :keys*)
UPDATE codes SET summary = NULL WHERE project = :project AND n IN :keys*

-- name: follow_item
WITH whole AS (
    UPDATE vectors SET user_id = :user_id, visibility = :visibility, live = :live WHERE n = :n
)
UPDATE codes SET user_id = :user_id, visibility = :visibility, live = :live WHERE project = :project AND n = :n

-- name: drop_vectors
WITH whole AS (DELETE FROM vectors WHERE n IN :keys*)
DELETE FROM codes WHERE project IN :projects* AND n IN :keys*

-- name: search_stats
SELECT documents, lengths FROM search_stats WHERE project = :project

-- name: term_stats
SELECT term, df FROM term_stats WHERE project = :project AND term IN :terms*

-- name: count_terms
SELECT lamina_count_terms(:project, :always)

-- name: lexical
SELECT n, score FROM lamina_lexical(:project, :user, :rare, :query, :most)

-- name: matching
SELECT lamina_matching(:project, :user, :every)

-- The nearer of the two vectors counts, the summary's a little less; where there is none, it does not.
-- piece: likeness
greatest(-(half <#> :query), -(summary <#> :query) - :behind)

-- The nearest by sign code, then the exact score. The array keeps the planner from joining the two tables whole.
-- name: nearest
SELECT n, {likeness} FROM vectors
WHERE n = ANY(ARRAY(
        SELECT n FROM codes
        WHERE project = :project AND embedder = :embedder AND live AND (visibility <> 'user-private' OR user_id = :user)
        ORDER BY least(code <~> :code, summary <~> :code), n LIMIT :pool))
  AND project = :project AND embedder = :embedder AND live AND (visibility <> 'user-private' OR user_id = :user)
ORDER BY {likeness} DESC, n LIMIT :most

-- name: similarity
SELECT n, {likeness} FROM vectors
WHERE project IN :projects* AND n IN :keys* AND embedder = :embedder AND live
  AND (visibility <> 'user-private' OR user_id = :user)

-- name: live_items
SELECT n, project, user_id, visibility, body, cold FROM items WHERE n > :past AND forgotten_at IS NULL
ORDER BY n LIMIT 500 FOR UPDATE

-- name: count_live
SELECT count(*) FROM items WHERE forgotten_at IS NULL

-- name: item_projects
SELECT DISTINCT project FROM items

-- name: drop_strays
DELETE FROM search WHERE (visibility <> 'user-private' OR user_id = :user)
  AND NOT EXISTS (SELECT 1 FROM items WHERE items.n = search.n AND items.forgotten_at IS NULL)

-- name: unindexed
SELECT count(*) FROM items WHERE forgotten_at IS NULL AND NOT EXISTS (SELECT 1 FROM search WHERE search.n = items.n)

-- name: strays
SELECT count(*) FROM search WHERE (visibility <> 'user-private' OR user_id = :user)
  AND NOT EXISTS (SELECT 1 FROM items WHERE items.n = search.n AND items.forgotten_at IS NULL)

-- name: server
SELECT current_setting('server_version'), (SELECT extversion FROM pg_extension WHERE extname = 'vector'),
       row_security_active('items')

-- name: bytes
SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
  AND (relname IN ('meta', 'projects', 'aliases', 'sessions', 'turns', 'cold_turns', 'items', 'versions', 'journal', 'steps',
                   'tombstones', 'search', 'term_stats', 'search_stats', 'vectors', 'cursors')
       OR starts_with(relname, 'codes_'))
