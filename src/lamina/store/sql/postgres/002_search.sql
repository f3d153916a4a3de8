-- What search reads. All of it can be built anew from the rows.

-- `terms` holds hashes of (project, term), so that looking up a term touches one project only; `weights` holds the
-- term-frequency part of BM25 per (field, term), so that a score is one inner product with the query's idf values.
CREATE TABLE search (
    n           bigint PRIMARY KEY,
    project     text COLLATE "C" NOT NULL,
    user_id     text COLLATE "C" NOT NULL,
    visibility  text COLLATE "C" NOT NULL,
    lengths     int[] NOT NULL,
    terms       int[] NOT NULL,
    weights     sparsevec NOT NULL
) WITH (toast_tuple_target = 8160);
-- Scoring thousands of rows must not fetch each one from the TOAST table.
ALTER TABLE search ALTER COLUMN terms SET STORAGE MAIN, ALTER COLUMN weights SET STORAGE MAIN;
CREATE INDEX search_project ON search (project, n);
CREATE INDEX search_terms ON search USING gin (terms) WITH (fastupdate = on);

-- Not FORCE: `&&` is not leakproof, so that under a policy the index would not be used. The functions below run as the
-- owner and repeat the rule; everybody else is bound by the policy, and cannot read terms or weights at all.
ALTER TABLE search ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_shared ON search
    USING (visibility <> 'user-private' OR user_id = (SELECT current_setting('lamina.user', true)));

-- The vectors, read by key only.
CREATE TABLE vectors (
    n           bigint PRIMARY KEY,
    project     text COLLATE "C" NOT NULL,
    embedder    text COLLATE "C" NOT NULL,
    user_id     text COLLATE "C" NOT NULL,
    visibility  text COLLATE "C" NOT NULL,
    live        boolean NOT NULL,
    half        halfvec NOT NULL
) WITH (toast_tuple_target = 8160);
ALTER TABLE vectors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_or_shared ON vectors
    USING (visibility <> 'user-private' OR user_id = (SELECT current_setting('lamina.user', true)));

-- Their sign codes, scanned for a whole project. A table of its own, which repeats what the scan asks for: PostgreSQL
-- reads whole rows, and with the vectors in them they would be five times as long.
CREATE TABLE codes (
    project     text COLLATE "C" NOT NULL,
    n           bigint NOT NULL,
    embedder    text COLLATE "C" NOT NULL,
    user_id     text COLLATE "C" NOT NULL,
    visibility  text COLLATE "C" NOT NULL,
    live        boolean NOT NULL,
    code        bit varying NOT NULL,
    PRIMARY KEY (project, n)
) PARTITION BY HASH (project);
ALTER TABLE codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_or_shared ON codes
    USING (visibility <> 'user-private' OR user_id = (SELECT current_setting('lamina.user', true)));
-- A policy of `codes` does not hold for a partition that is read by its own name: there, nothing is visible at all.
DO $$
BEGIN
    FOR part IN 0..31 LOOP
        EXECUTE format('CREATE TABLE codes_%s PARTITION OF codes FOR VALUES WITH (MODULUS 32, REMAINDER %s)', part, part);
        EXECUTE format('ALTER TABLE codes_%s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', part);
    END LOOP;
END $$;

-- In how many rows of a project a term is found; a term that is missing here counts as found once.
CREATE TABLE term_stats (
    project  text COLLATE "C" NOT NULL,
    term     int NOT NULL,
    df       int NOT NULL,
    PRIMARY KEY (project, term)
);

CREATE TABLE search_stats (
    project               text COLLATE "C" PRIMARY KEY,
    documents             bigint NOT NULL,
    lengths               text NOT NULL,
    counted_at_documents  bigint NOT NULL,
    counted_to            bigint NOT NULL
);

-- Candidates by the rare terms, then the exact score. Planned anew each time: the plan depends on the terms.
-- `project || ''` keeps the planner from reading the project's whole index next to that of the terms.
CREATE FUNCTION lamina_lexical(home text, who text, rare int[], query sparsevec, most int)
RETURNS TABLE (n bigint, score float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path FROM CURRENT SET plan_cache_mode = force_custom_plan SET enable_seqscan = off AS $$
DECLARE
    asking text := current_setting('lamina.user', true);
BEGIN
    RETURN QUERY
    SELECT search.n, -(search.weights <#> query) FROM search
    WHERE search.terms && rare AND search.project || '' = home
      AND (search.visibility <> 'user-private' OR (search.user_id = who AND search.user_id = asking))
    ORDER BY search.weights <#> query, search.n LIMIT most;
END $$;
REVOKE EXECUTE ON FUNCTION lamina_lexical FROM PUBLIC;

CREATE FUNCTION lamina_matching(home text, who text, every int[]) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path FROM CURRENT SET plan_cache_mode = force_custom_plan SET enable_seqscan = off AS $$
DECLARE
    asking text := current_setting('lamina.user', true);
BEGIN
    RETURN QUERY
    SELECT search.n FROM search
    WHERE search.terms @> every AND search.project || '' = home
      AND (search.visibility <> 'user-private' OR (search.user_id = who AND search.user_id = asking))
    ORDER BY search.n;
END $$;
REVOKE EXECUTE ON FUNCTION lamina_matching FROM PUBLIC;

-- Counts a project's terms when it has grown by a fifth (a big one: by half) since the last count, or always if so
-- asked. More than 20,000 rows are sampled. Whoever finds it being counted goes on: numbers that are a little old do no harm.
CREATE FUNCTION lamina_count_terms(home text, always boolean) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    counted bigint;
    reached bigint;
    enough bigint;
    total bigint;
    step bigint;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended(home, 7236018202)) THEN
        RETURN;
    END IF;
    SELECT counted_at_documents, counted_to INTO counted, reached FROM search_stats WHERE project = home;
    enough := coalesce(counted, 0) / (CASE WHEN counted > 2000 THEN 2 ELSE 5 END) + 1;
    IF NOT always AND enough > (SELECT count(*) FROM (SELECT 1 FROM search
            WHERE project = home AND n > coalesce(reached, -1) ORDER BY n LIMIT enough) AS fresh) THEN
        RETURN;
    END IF;
    SELECT count(*) INTO total FROM search WHERE project = home;
    step := greatest(1, ceil(total / 20000.0));
    DELETE FROM term_stats WHERE project = home;
    INSERT INTO term_stats (project, term, df)
    SELECT home, term, count(*) * step FROM search, unnest(terms) AS term
    WHERE project = home AND n % step = 0 GROUP BY term HAVING count(*) > 1;
    INSERT INTO search_stats (project, documents, lengths, counted_at_documents, counted_to)
    SELECT home, total, json_build_object('near', coalesce(avg(lengths[1]), 0), 'wide', coalesce(avg(lengths[2]), 0)),
           total, coalesce(max(n), -1)
    FROM search WHERE project = home
    ON CONFLICT (project) DO UPDATE SET documents = excluded.documents, lengths = excluded.lengths,
        counted_at_documents = excluded.counted_at_documents, counted_to = excluded.counted_to;
END $$;
REVOKE EXECUTE ON FUNCTION lamina_count_terms FROM PUBLIC;
