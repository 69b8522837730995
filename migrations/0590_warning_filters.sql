-- State and sign of an ended warn together: many have the one and the other, few may have both.
create index warn_health_state on warn (
  (case when ignored_at is not null then 'ignored' when recovered_at is not null and handler_id is null then 'recovered' else 'done' end),
  split_part(subject, ':', 3), created_at desc, id desc) where type = 'health' and status in ('done', 'false');
create index warn_health_level on warn (level, created_at desc, id desc) where type = 'health';
drop index warn_health_ignored;
-- PostgreSQL takes no figures from partial indexes: how many have a state, a sign, a level, and which go together.
create statistics warn_health_filters (mcv) on type, status, level, (split_part(subject, ':', 3)),
  (case when ignored_at is not null then 'ignored' when recovered_at is not null and handler_id is null then 'recovered' else 'done' end) from warn;
