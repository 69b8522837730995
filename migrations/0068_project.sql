-- A project may give kinds of alarms another level than the product's: {"door": 4}.
alter table project add column warn_levels jsonb not null default '{}';
