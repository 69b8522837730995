-- Lists of archives: people with a value out of its band, and archives by their last change. `at` stays out of the first index: a newer
-- value of the same level writes no index.
create index reading_latest_level on reading_latest (customer_id) where level is not null;
create index archive_updated on archive (updated_at desc);
