-- Position of each consumer of the logs' feed; the seal continues where its newest seal of each log ends.
create table feed_position (
  consumer text primary key,
  epoch text not null,
  -- null: everything since `since` is delivered again, whatever the transaction
  base pg_snapshot,
  since timestamptz not null,
  -- a read of more rows than a batch holds: what this snapshot sees, up to the id
  batch pg_snapshot,
  up_to bigint not null default 0,
  moved_at timestamptz not null default now()
);
insert into feed_position (consumer, epoch, base, since)
select 'seal:' || l.log, (select system_identifier from pg_control_system())::text || '-' || left(pg_walfile_name(pg_current_wal_lsn()), 8),
  (select s.snapshot from seal s where s.log = l.log order by s.id desc limit 1),
  coalesce((select s.at from seal s where s.log = l.log order by s.id desc limit 1) - interval '1 day', '-infinity')
from (values ('change_log'), ('cmd_log'), ('login_log')) l (log);
