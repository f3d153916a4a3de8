-- How an item stands (with `archived_at`): what consolidation decides, beside the body that a transcript decides.

ALTER TABLE items ADD COLUMN shown TEXT NOT NULL DEFAULT 'full';
ALTER TABLE items ADD COLUMN moved REAL NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN links TEXT NOT NULL DEFAULT '[]';

-- `stood` and `stands`: the standing before and after. A step with no `before` but with `stood` changed nothing else.
ALTER TABLE steps ADD COLUMN stood TEXT;
ALTER TABLE steps ADD COLUMN stands TEXT;
