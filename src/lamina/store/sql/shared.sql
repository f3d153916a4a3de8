-- piece: visible
project IN :projects* AND (visibility <> 'user-private' OR user_id = :user) AND forgotten_at IS NULL

-- piece: item
body, retrieved, cited, ignored, last_accessed, contradictions, last_validated, archived_at, shown, moved, links,
cold

-- piece: standing
archived_at, shown, moved, links

-- name: project_by_alias
SELECT alias, project FROM aliases WHERE alias IN :aliases*

-- name: projects_named
SELECT id FROM projects WHERE name IN :names* OR id IN :names* ORDER BY id

-- name: add_project
INSERT INTO projects (id, name, created_at) VALUES (:id, :name, :at)

-- name: restore_project
INSERT INTO projects (id, name, created_at) VALUES (:id, :name, :at) ON CONFLICT (id) DO NOTHING

-- name: add_alias
INSERT INTO aliases (alias, project) VALUES (:alias, :project) ON CONFLICT (alias) DO NOTHING

-- name: project_names
SELECT id, name FROM projects ORDER BY id

-- name: saved_items
SELECT id, n, version, body, cold, {standing} FROM items WHERE project = :project AND id IN :ids*

-- name: standings
SELECT id, version, retrieved, cited, ignored, {standing} FROM items WHERE project = :project AND id IN :ids*

-- name: buried_items
SELECT item_id FROM tombstones WHERE project = :project AND item_id IN :ids*

-- name: buried_texts
SELECT text_hash FROM tombstones WHERE project = :project AND text_hash IN :hashes*

-- name: save_item
INSERT INTO items (n, project, id, change, version, kind, level, visibility, user_id, session, opening, closing,
                   text_hash, first_seen, last_seen, valid_from, valid_to, denied_at, archived_at, shown, moved, links,
                   forgotten_at, body)
VALUES (:n, :project, :id, :change, :version, :kind, :level, :visibility, :user_id, :session, :opening, :closing,
        :text_hash, :first_seen, :last_seen, :valid_from, :valid_to, :denied_at, :archived_at, :shown, :moved, :links,
        :forgotten_at, :body)
ON CONFLICT (project, id) DO UPDATE SET
    change = excluded.change, version = excluded.version, kind = excluded.kind, level = excluded.level,
    visibility = excluded.visibility, user_id = excluded.user_id, session = excluded.session,
    opening = excluded.opening, closing = excluded.closing,
    text_hash = excluded.text_hash, first_seen = excluded.first_seen, last_seen = excluded.last_seen,
    valid_from = excluded.valid_from, valid_to = excluded.valid_to, denied_at = excluded.denied_at,
    archived_at = excluded.archived_at, shown = excluded.shown, moved = excluded.moved, links = excluded.links,
    forgotten_at = excluded.forgotten_at, body = excluded.body, cold = NULL

-- name: save_standing
UPDATE items SET archived_at = :archived_at, shown = :shown, moved = :moved, links = :links
WHERE project = :project AND id = :id

-- What planning needs: what is active, and those memories that were superseded. By id, so that every engine has one order.
-- name: facets
SELECT id, version, retrieved, cited, ignored, {standing}, body FROM items
WHERE {visible} AND id > :past AND denied_at IS NULL
  AND (archived_at IS NULL OR (valid_to IS NOT NULL AND kind NOT IN ('exchange', 'concept')))
ORDER BY id LIMIT :most

-- name: active
SELECT id FROM items
WHERE {visible} AND id IN :ids* AND denied_at IS NULL AND archived_at IS NULL AND valid_to IS NULL

-- name: later_steps
SELECT steps.id FROM steps JOIN journal ON journal.id = steps.entry
WHERE steps.project = :project AND steps.id IN :ids* AND journal.undone_at IS NULL
  AND journal.number > (SELECT number FROM journal WHERE id = :entry)

-- name: save_usage
UPDATE items SET retrieved = :retrieved, cited = :cited, ignored = :ignored, last_accessed = :last_accessed,
                 contradictions = :contradictions, last_validated = :last_validated
WHERE project = :project AND id = :id

-- Counted where the row is, so that two who count at once both count; being passed over is no access.
-- What is cited is in context again.
-- name: count_use
UPDATE items SET retrieved = retrieved + :retrieved, cited = cited + :cited, ignored = ignored + :ignored,
    archived_at = CASE WHEN :cited > 0 AND valid_to IS NULL THEN NULL ELSE archived_at END,
    last_accessed = CASE WHEN :ignored = 0 AND :at > coalesce(last_accessed, '') THEN :at ELSE last_accessed END
WHERE project = :project AND id = :id AND forgotten_at IS NULL AND (visibility <> 'user-private' OR user_id = :user)

-- name: save_version
INSERT INTO versions (project, id, version, body) VALUES (:project, :id, :version, :body)
ON CONFLICT (project, id, version) DO UPDATE SET body = excluded.body

-- name: restore_version
INSERT INTO versions (project, id, version, body) VALUES (:project, :id, :version, :body)
ON CONFLICT (project, id, version) DO NOTHING

-- name: history
SELECT versions.body FROM versions JOIN items ON items.project = versions.project AND items.id = versions.id
WHERE items.project IN :projects* AND (items.visibility <> 'user-private' OR items.user_id = :user)
  AND items.forgotten_at IS NULL AND items.id = :id
ORDER BY versions.project, versions.version

-- name: drop_version
DELETE FROM versions WHERE project = :project AND id = :id AND version = :version

-- name: save_session
INSERT INTO sessions (project, id, user_id, visibility, agent, title, started_at, cwd, branch, lineage, path)
VALUES (:project, :id, :user_id, :visibility, :agent, :title, :started_at, :cwd, :branch, :lineage, :path)
ON CONFLICT (project, id) DO UPDATE SET visibility = excluded.visibility,
    title = CASE WHEN excluded.title = '' THEN sessions.title ELSE excluded.title END

-- The empty text keeps SQLite from counting by kind, which would read all exchanges of the project for each session.
-- name: sessions
SELECT id, agent, title, started_at, cwd, branch, lineage, path, project,
       (SELECT count(*) FROM items WHERE items.project = sessions.project AND items.session = sessions.id
        AND items.kind || '' = 'exchange' AND items.forgotten_at IS NULL),
       (SELECT count(*) FROM turns WHERE turns.project = sessions.project AND turns.session = sessions.id)
       + (SELECT CAST(coalesce(sum(how_many), 0) AS bigint) FROM cold_turns
          WHERE cold_turns.project = sessions.project AND cold_turns.session = sessions.id)
FROM sessions WHERE project IN :projects* AND (visibility <> 'user-private' OR user_id = :user)
ORDER BY started_at DESC, id LIMIT :most

-- name: cursor
SELECT host, path, user_id, agent, project, session, size, modified, mark, place FROM cursors
WHERE host = :host AND path = :path AND user_id = :user

-- name: save_cursor
INSERT INTO cursors (host, path, user_id, agent, project, session, size, modified, mark, place)
VALUES (:host, :path, :user, :agent, :project, :session, :size, :modified, :mark, :place)
ON CONFLICT (host, path, user_id) DO UPDATE SET agent = excluded.agent, project = excluded.project,
    session = excluded.session, size = excluded.size, modified = excluded.modified, mark = excluded.mark,
    place = excluded.place

-- name: last_change
SELECT number FROM journal WHERE project = :project ORDER BY number DESC LIMIT 1

-- A cursor holds what was asked before the place it points at: after a forget, the file is read from its start again.
-- name: drop_cursors
DELETE FROM cursors WHERE project = :project AND session = :session

-- name: owners
SELECT id, session FROM items WHERE project = :project AND id IN :ids*

-- name: of_kind
SELECT {item} FROM items WHERE {visible} AND kind = :kind ORDER BY n

-- name: at_level
SELECT {item} FROM items
WHERE {visible} AND kind NOT IN ('exchange', 'concept') AND level = :level
  AND denied_at IS NULL AND archived_at IS NULL AND valid_to IS NULL
ORDER BY n

-- name: statement_keys
SELECT n FROM items
WHERE {visible} AND kind = 'fact' AND valid_to IS NULL ORDER BY n DESC LIMIT :most

-- name: items_by_key
SELECT {item} FROM items WHERE {visible} AND n IN :keys*

-- name: add_contradiction
INSERT INTO contradictions (project, id, older, newer, relation, why, found_at)
VALUES (:project, :id, :older, :newer, :relation, :why, :found_at) ON CONFLICT (project, id) DO NOTHING

-- name: restore_contradiction
INSERT INTO contradictions (project, id, older, newer, relation, why, found_at, resolution, note, resolved_at)
VALUES (:project, :id, :older, :newer, :relation, :why, :found_at, :resolution, :note, :resolved_at)
ON CONFLICT (project, id) DO NOTHING

-- name: contradictions
SELECT c.project, c.id, c.older, c.newer, c.relation, c.why, c.found_at,
       CASE WHEN j.undone_at IS NULL THEN c.resolution ELSE '' END,
       CASE WHEN j.undone_at IS NULL THEN c.note ELSE '' END,
       CASE WHEN j.undone_at IS NULL THEN c.resolved_at ELSE '' END
FROM contradictions c LEFT JOIN journal j ON j.id = c.entry
WHERE c.project IN :projects* ORDER BY c.project, c.found_at, c.id

-- name: known_contradictions
SELECT id FROM contradictions WHERE project = :project AND id IN :ids*

-- name: close_contradiction
UPDATE contradictions SET resolution = :resolution, note = :note, resolved_at = :at, entry = :entry
WHERE project = :project AND id = :id

-- name: add_sign
INSERT INTO signs (project, item, source, sign, at) VALUES (:project, :item, :source, :sign, :at)
ON CONFLICT (project, item, source) DO UPDATE SET sign = excluded.sign, at = excluded.at

-- name: count_signs
UPDATE items SET
    contradictions = (SELECT count(*) FROM signs
                      WHERE signs.project = items.project AND signs.item = items.id AND sign = 'against'),
    last_validated = (SELECT max(at) FROM signs
                      WHERE signs.project = items.project AND signs.item = items.id AND sign = 'in line')
WHERE project = :project AND id IN :ids*

-- name: often_contradicted
SELECT {item} FROM items
WHERE {visible} AND contradictions >= :least AND denied_at IS NULL AND archived_at IS NULL AND valid_to IS NULL
ORDER BY contradictions DESC, n

-- name: purge_contradictions
DELETE FROM contradictions WHERE project = :project AND (older IN :ids* OR newer IN :ids*)

-- name: purge_signs
DELETE FROM signs WHERE project = :project AND (item IN :ids* OR source IN :ids*)

-- name: add_intent
INSERT INTO intents (entry, target, project, user_id, item, action, done, body)
VALUES (:entry, :target, :project, :user, :item, :action, 0, :body)
ON CONFLICT (entry, target) DO UPDATE SET action = excluded.action, done = 0, body = excluded.body

-- name: open_intents
SELECT entry, project, user_id, item, action, body FROM intents WHERE user_id = :user AND done = 0 ORDER BY entry, target

-- name: done_intents
SELECT entry, project, user_id, item, action, body FROM intents
WHERE user_id = :user AND done = 1 AND entry = :entry ORDER BY target

-- name: finish_intent
UPDATE intents SET done = 1 WHERE entry = :entry AND target = :target

-- name: drop_intent
DELETE FROM intents WHERE entry = :entry AND target = :target

-- name: purge_intents
DELETE FROM intents WHERE project = :project AND item IN :ids*

-- name: end_jobs
DELETE FROM jobs WHERE name LIKE :beginning AND begun_at < :before

-- What may be told to the viewer without being asked for: the most trusted first, of exchanges the latest.
-- piece: tellable
project IN :projects* AND (visibility <> 'user-private' OR user_id = :user)
  AND forgotten_at IS NULL AND denied_at IS NULL AND archived_at IS NULL AND valid_to IS NULL

-- What of a row a copy of it must follow.
-- piece: mark
change, shown, moved, cited, ignored, contradictions, last_validated

-- name: tellable
SELECT n, {mark} FROM items WHERE {tellable}
ORDER BY kind = 'exchange', CASE level WHEN 'core' THEN 0 WHEN 'long_term' THEN 1 ELSE 2 END, last_seen DESC, n DESC
LIMIT :most

-- name: still_tellable
SELECT n FROM items WHERE {tellable} AND n IN :keys*

-- name: copied_items
SELECT n, project, id, change, version, kind, level, visibility, user_id, session, opening, closing, text_hash,
       first_seen, last_seen, valid_from, valid_to, denied_at, archived_at, shown, moved, links, forgotten_at,
       retrieved, cited, ignored, last_accessed, contradictions, last_validated, body, cold
FROM items WHERE {tellable} AND n IN :keys*

-- name: copied_touches
SELECT project, item, position, path, changed, at FROM touches
WHERE project IN :projects* AND item IN (SELECT id FROM items WHERE {tellable} AND n IN :keys*)

-- name: copied_sessions
SELECT project, id, user_id, visibility, agent, title, started_at, cwd, branch, lineage, path FROM sessions
WHERE project IN :projects* AND (visibility <> 'user-private' OR user_id = :user)
  AND id IN (SELECT session FROM items WHERE {tellable} AND n IN :keys*)

-- name: begin_job
INSERT INTO jobs (name, begun_at) VALUES (:job, :now)
ON CONFLICT (name) DO UPDATE SET begun_at = excluded.begun_at WHERE jobs.begun_at <= :due
RETURNING name

-- A place stands in the body as it was written, with sorted keys; quotes inside of texts are escaped there.
-- name: in_narrow_layers
SELECT {item} FROM items
WHERE {visible} AND kind NOT IN ('exchange', 'concept')
  AND denied_at IS NULL AND archived_at IS NULL AND valid_to IS NULL
  AND NOT (body LIKE :of_project OR body LIKE :of_system)
ORDER BY n

-- name: latest_permanent
SELECT {item} FROM items WHERE n IN (
    SELECT n FROM items
    WHERE {visible} AND kind NOT IN ('exchange', 'concept')
      AND denied_at IS NULL AND archived_at IS NULL AND valid_to IS NULL
    ORDER BY CASE level WHEN 'core' THEN 0 WHEN 'long_term' THEN 1 ELSE 2 END, last_seen DESC, n DESC LIMIT :most)

-- name: session_place
SELECT user_id, visibility FROM sessions WHERE project = :project AND id = :session

-- name: show_session
UPDATE sessions SET visibility = :visibility WHERE project = :project AND id = :id AND visibility <> :visibility

-- name: restore_session
INSERT INTO sessions (project, id, user_id, visibility, agent, title, started_at, cwd, branch, lineage, path)
VALUES (:project, :id, :user_id, :visibility, :agent, :title, :started_at, :cwd, :branch, :lineage, :path)
ON CONFLICT (project, id) DO NOTHING

-- name: save_turn
INSERT INTO turns (project, session, number, body) VALUES (:project, :session, :number, :body)
ON CONFLICT (project, session, number) DO UPDATE SET body = excluded.body

-- name: restore_turn
INSERT INTO turns (project, session, number, body) VALUES (:project, :session, :number, :body)
ON CONFLICT (project, session, number) DO NOTHING

-- name: add_entry
INSERT INTO journal (number, id, project, user_id, at, action, detail)
VALUES (:number, :id, :project, :user_id, :at, :action, :detail)

-- name: add_step
INSERT INTO steps (entry, project, id, before, after_version, stood, stands)
VALUES (:entry, :project, :id, :before, :after_version, :stood, :stands)
ON CONFLICT (entry, project, id) DO UPDATE SET after_version = excluded.after_version, stands = excluded.stands,
    before = CASE WHEN steps.stood IS NULL THEN NULL ELSE coalesce(steps.before, excluded.before) END

-- name: entry
SELECT id, at, action, user_id, detail, undone_at FROM journal
WHERE id = :id AND user_id = :user

-- name: last_entry
SELECT id, at, action, user_id, detail, undone_at FROM journal
WHERE undone_at IS NULL AND action NOT IN ('undo', 'purge', 'ingest') AND user_id = :user AND project IN :projects*
  AND substr(detail, 1, length(:by_itself)) <> :by_itself
  AND (action = 'resolve' OR EXISTS (SELECT 1 FROM steps WHERE steps.entry = journal.id))
ORDER BY number DESC LIMIT 1

-- name: last_by_itself
SELECT id, action FROM journal
WHERE undone_at IS NULL AND user_id = :user AND project IN :projects*
  AND substr(detail, 1, length(:by_itself)) = :by_itself
  AND EXISTS (SELECT 1 FROM steps WHERE steps.entry = journal.id)
ORDER BY number DESC LIMIT 1

-- name: last_action
SELECT at, action, detail FROM journal WHERE project IN :projects* AND user_id = :user ORDER BY number DESC LIMIT 1

-- name: mark_undone
UPDATE journal SET undone_at = :at WHERE id = :id

-- name: steps
SELECT project, id, before, after_version, stood, stands FROM steps WHERE entry = :entry ORDER BY project, id

-- name: bury
INSERT INTO tombstones (project, item_id, text_hash, at) VALUES (:project, :item_id, :text_hash, :at)
ON CONFLICT (project, item_id) DO UPDATE SET at = excluded.at

-- name: restore_tombstone
INSERT INTO tombstones (project, item_id, text_hash, at)
SELECT :project, :item_id, :text_hash, :at
WHERE NOT EXISTS (SELECT 1 FROM items WHERE project = :project AND id = :item_id AND forgotten_at IS NULL)
ON CONFLICT (project, item_id) DO NOTHING

-- name: unbury
DELETE FROM tombstones WHERE project = :project AND item_id = :item_id

-- name: unbury_text
DELETE FROM tombstones WHERE project = :project AND text_hash = :text_hash

-- name: items
SELECT {item} FROM items WHERE {visible} AND id IN :ids*

-- name: full_ids
SELECT id FROM items WHERE {visible} AND id >= :beginning AND id < :ending ORDER BY id LIMIT 5

-- name: same_text
SELECT {item} FROM items
WHERE {visible} AND text_hash = :text_hash AND user_id = :owner AND visibility = :visibility
  AND kind NOT IN ('exchange', 'concept') AND valid_to IS NULL
ORDER BY n LIMIT 1

-- name: select_items
SELECT {item} FROM items
WHERE {visible} AND (:id = '' OR id = :id) AND (:session = '' OR session = :session)
  AND (:before = '' OR first_seen < :before) AND (:after = '' OR first_seen >= :after)
ORDER BY n

-- name: select_keys
SELECT {item} FROM items
WHERE {visible} AND n IN :keys* AND (:id = '' OR id = :id) AND (:session = '' OR session = :session)
  AND (:before = '' OR first_seen < :before) AND (:after = '' OR first_seen >= :after)
ORDER BY n

-- name: turns
SELECT number, body FROM turns
WHERE project = :project AND session = :session AND number BETWEEN :first AND :last
  AND EXISTS (SELECT 1 FROM sessions WHERE sessions.project = turns.project AND sessions.id = turns.session
              AND (sessions.visibility <> 'user-private' OR sessions.user_id = :user))
ORDER BY number

-- name: seen_cold_turns
SELECT turns FROM cold_turns
WHERE project = :project AND session = :session AND first <= :last AND last >= :first
  AND EXISTS (SELECT 1 FROM sessions WHERE sessions.project = cold_turns.project AND sessions.id = cold_turns.session
              AND (sessions.visibility <> 'user-private' OR sessions.user_id = :user))

-- piece: coolable
SELECT n, body, kind, session, opening, closing FROM items
WHERE project = :project AND kind = :kind AND n > :past AND cold IS NULL AND last_seen <= :before
  AND (shown = 'compressed' OR archived_at IS NOT NULL)
  AND (visibility <> 'user-private' OR user_id = :user) AND forgotten_at IS NULL
ORDER BY n LIMIT :most

-- name: coolable
{coolable}

-- name: cool_item
UPDATE items SET body = :body, cold = :cold WHERE n = :n

-- name: cold_items
SELECT n, body, cold, kind, session, opening, closing FROM items
WHERE project = :project AND id IN :ids* AND cold IS NOT NULL

-- name: warm_item
UPDATE items SET body = :body, cold = NULL WHERE n = :n

-- name: all_cold
SELECT n, cold FROM items WHERE cold IS NOT NULL AND n > :past ORDER BY n LIMIT :most

-- name: all_cold_turns
SELECT project, session, first, turns FROM cold_turns
WHERE (project, session, first) > (:project, :session, :first) ORDER BY project, session, first LIMIT :most

-- name: hot_turns
SELECT number, body FROM turns
WHERE project = :project AND session = :session AND number BETWEEN :first AND :last ORDER BY number

-- name: cool_turns
INSERT INTO cold_turns (project, session, first, last, how_many, turns)
VALUES (:project, :session, :first, :last, :how_many, :turns)

-- name: cold_turns
SELECT first, turns FROM cold_turns
WHERE project = :project AND session = :session AND first <= :last AND last >= :first

-- name: drop_cold_turns
DELETE FROM cold_turns WHERE project = :project AND session = :session AND first = :first

-- name: candidates
SELECT n, last_seen, last_validated, archived_at, cited, ignored, body, cold FROM items
WHERE {visible} AND n IN :keys* AND denied_at IS NULL AND valid_from <= :at AND (valid_to IS NULL OR valid_to > :at)

-- name: levels
SELECT level, count(*) FROM items
WHERE {visible} AND kind NOT IN ('exchange', 'concept') AND denied_at IS NULL AND archived_at IS NULL
GROUP BY level

-- name: counts
SELECT count(*) FILTER (WHERE kind = 'exchange'), count(*) FILTER (WHERE kind = 'concept' AND valid_to IS NULL),
       count(*) FILTER (WHERE denied_at IS NOT NULL), count(*) FILTER (WHERE archived_at IS NOT NULL)
FROM items WHERE {visible}

-- name: session_count
SELECT count(*) FROM sessions
WHERE project IN :projects* AND (visibility <> 'user-private' OR user_id = :user)
  AND EXISTS (SELECT 1 FROM items WHERE items.project = sessions.project AND items.session = sessions.id
              AND items.forgotten_at IS NULL)

-- name: forgotten_before
SELECT project, id FROM items WHERE forgotten_at < :at LIMIT 1000

-- name: doomed
SELECT n, id, kind, session, opening, closing FROM items WHERE project = :project AND id IN :ids*

-- name: purge_turns
DELETE FROM turns WHERE project = :project AND session = :session AND number BETWEEN :first AND :last

-- name: purge_items
DELETE FROM items WHERE n IN :keys*

-- name: purge_versions
DELETE FROM versions WHERE project = :project AND id IN :ids*

-- Earlier forms of neighbours and of concepts quote the exchange: every step of its session, and of concepts, goes.
-- name: purge_steps
DELETE FROM steps WHERE project = :project AND (id IN :ids* OR id IN (
    SELECT items.id FROM items WHERE items.project = :project AND items.session IN :sessions* AND items.kind = 'exchange')
  OR (id IN (SELECT items.id FROM items WHERE items.project = :project AND items.kind = 'concept')
      AND EXISTS (SELECT 1 FROM sessions WHERE sessions.project = :project AND sessions.id IN :sessions*)))

-- name: purge_empty_sessions
DELETE FROM sessions WHERE project = :project AND id IN :sessions*
  AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.project = sessions.project AND turns.session = sessions.id)
  AND NOT EXISTS (SELECT 1 FROM cold_turns
                  WHERE cold_turns.project = sessions.project AND cold_turns.session = sessions.id)

-- name: dump_projects
SELECT id, name, created_at FROM projects WHERE id IN :projects* ORDER BY id

-- name: dump_aliases
SELECT alias, project FROM aliases WHERE project IN :projects* ORDER BY alias

-- name: dump_sessions
SELECT project, id, user_id, visibility, agent, title, started_at, cwd, branch, lineage, path FROM sessions
WHERE project IN :projects* AND (visibility <> 'user-private' OR user_id = :user)
ORDER BY project, id

-- name: dump_turns
SELECT number, body FROM turns WHERE project = :project AND session = :session ORDER BY number

-- name: dump_cold_turns
SELECT turns FROM cold_turns WHERE project = :project AND session = :session

-- name: forgotten_spans
SELECT opening, closing FROM items
WHERE project = :project AND session = :session AND kind = 'exchange' AND forgotten_at IS NOT NULL

-- name: dump_items
SELECT project, id, {item} FROM items WHERE {visible} AND (project, id) > (:past_project, :past_id)
ORDER BY project, id LIMIT 1000

-- name: dump_versions
SELECT versions.project, versions.id, versions.version, versions.body FROM versions
JOIN items ON items.project = versions.project AND items.id = versions.id
WHERE items.project IN :projects* AND (items.visibility <> 'user-private' OR items.user_id = :user)
  AND items.forgotten_at IS NULL
ORDER BY versions.project, versions.id, versions.version

-- name: dump_contradictions
SELECT c.project, c.id, c.older, c.newer, c.relation, c.why, c.found_at,
       CASE WHEN j.undone_at IS NULL THEN c.resolution ELSE '' END,
       CASE WHEN j.undone_at IS NULL THEN c.note ELSE '' END,
       CASE WHEN j.undone_at IS NULL THEN c.resolved_at ELSE '' END
FROM contradictions c LEFT JOIN journal j ON j.id = c.entry
WHERE c.project IN :projects*
  AND c.older IN (SELECT id FROM items WHERE {visible}) AND c.newer IN (SELECT id FROM items WHERE {visible})
ORDER BY c.project, c.id

-- name: dump_tombstones
SELECT project, item_id, text_hash, at FROM tombstones WHERE project IN :projects* ORDER BY project, item_id

-- name: drop_touches
DELETE FROM touches WHERE project = :project AND item IN :ids*

-- name: save_touch
INSERT INTO touches (project, item, position, path, changed, at)
VALUES (:project, :item, :position, :path, :changed, :at)
ON CONFLICT (project, item, position) DO UPDATE SET
    path = excluded.path, changed = excluded.changed, at = excluded.at

-- CROSS JOIN keeps SQLite from beginning with all that a project ever touched.
-- piece: session_touches
SELECT latest.id, latest.branch, latest.user_id, touches.path, max(touches.changed), max(touches.at)
FROM latest CROSS JOIN items CROSS JOIN touches
WHERE items.project = :project AND items.session = latest.id AND items.kind || '' = 'exchange'
  AND items.forgotten_at IS NULL AND items.last_seen < :before
  AND (items.visibility <> 'user-private' OR items.user_id = :user)
  AND touches.project = items.project AND touches.item = items.id
GROUP BY latest.id, latest.branch, latest.user_id, touches.path

-- name: deeds
WITH latest AS (
    SELECT id, branch, user_id FROM sessions
    WHERE project = :project AND (visibility <> 'user-private' OR user_id = :user) AND started_at < :before
    ORDER BY started_at DESC LIMIT :most
) {session_touches}

-- name: deeds_about
WITH about AS (
    SELECT item FROM touches WHERE project = :project AND path = :path AND at < :before ORDER BY at DESC LIMIT :most
), latest AS (
    SELECT id, branch, user_id FROM sessions
    WHERE project = :project AND (visibility <> 'user-private' OR user_id = :user) AND id IN (
        SELECT items.session FROM about JOIN items ON items.project = :project AND items.id = about.item)
) {session_touches}

-- piece: holds
denied_at IS NULL AND archived_at IS NULL AND valid_to IS NULL AND last_seen < :before

-- name: matched
SELECT found.n, found.id, found.kind, found.session, found.last_seen, touches.path, touches.changed
FROM (SELECT n, project, id, kind, session, last_seen FROM items WHERE {visible} AND n IN :keys* AND {holds}) AS found
LEFT JOIN touches ON touches.project = found.project AND touches.item = found.id
ORDER BY found.n, touches.position

-- name: about_file
SELECT items.id, items.kind, items.last_seen
FROM (SELECT project, item FROM touches WHERE project = :project AND path = :path AND at < :before
      ORDER BY at DESC LIMIT :most) AS latest
JOIN items ON items.project = latest.project AND items.id = latest.item AND items.forgotten_at IS NULL
    AND (items.visibility <> 'user-private' OR items.user_id = :user) AND {holds}

-- name: touching
SELECT items.n, items.kind, latest.changed, items.last_seen
FROM (SELECT project, item, changed FROM touches WHERE project = :project AND path = :path
      ORDER BY at DESC LIMIT :most) AS latest
JOIN items ON items.project = latest.project AND items.id = latest.item AND items.forgotten_at IS NULL
    AND (items.visibility <> 'user-private' OR items.user_id = :user) AND {holds}

-- name: bodies
SELECT id, body FROM items WHERE {visible} AND id IN :ids*

-- name: opening_prompts
SELECT session, first_seen, body FROM items
WHERE project = :project AND session IN :sessions* AND kind || '' = 'exchange' AND forgotten_at IS NULL
  AND (visibility <> 'user-private' OR user_id = :user)
  AND opening = (SELECT min(first.opening) FROM items AS first WHERE first.project = :project
                 AND first.session = items.session AND first.kind || '' = 'exchange')
