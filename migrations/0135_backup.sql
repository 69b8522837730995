-- Backups: what was made, by whom, and how far the one under way is. Files are beside the database; the row says which.
create table backup (
  id bigint primary key default nextval('id_seq'),
  -- by the clock, by a person on the screen, by `npm run backup`
  cause text not null check (cause in ('schedule', 'person', 'command')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- false: files and keys only; the database outside is backed up by its own means
  with_database boolean not null,
  -- bytes
  done bigint not null default 0,
  total bigint,
  folder text,
  file text,
  size bigint,
  entries int,
  -- one Chinese sentence
  reason text,
  cancel_asked boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- the file went: past what is kept, or found missing
  gone_at timestamptz
);
create index backup_created on backup (created_at desc);
create index backup_open on backup (created_at) where state in ('waiting', 'running');
-- One waits or runs at a time.
create unique index backup_single on backup ((true)) where state in ('waiting', 'running');

-- What the administrators were told, so that they are told once: the last good backup is too old.
create table backup_alarm (
  single boolean primary key default true check (single),
  overdue_since timestamptz
);
insert into backup_alarm default values;
