-- A drill covers no department that its opener may not see; null: all.
alter table drill add column department_ids bigint[];
