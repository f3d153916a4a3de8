-- How an item stands (with `archived_at`): what consolidation decides, beside the body that a transcript decides.

ALTER TABLE items ADD COLUMN shown text NOT NULL DEFAULT 'full';
ALTER TABLE items ADD COLUMN moved double precision NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN links text NOT NULL DEFAULT '[]';

-- `stood` and `stands`: the standing before and after. A step with no `before` but with `stood` changed nothing else.
ALTER TABLE steps ADD COLUMN stood text;
ALTER TABLE steps ADD COLUMN stands text;
