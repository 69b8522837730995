-- What vendors' clouds handed over: a line a message, and one a body that was refused or that nobody could read, with its bytes.
create table push_log (
  id bigint not null default nextval('id_seq'),
  at timestamptz not null default clock_timestamp(),
  source text not null,
  state text not null check (state in ('done', 'unknown', 'refused', 'failed', 'replayed', 'ignored')),
  -- why it was refused or failed: a word of the product's
  reason text,
  http_status int not null,
  ms int not null,
  tries int not null default 1,
  kind text,
  number text,
  message_id text,
  -- the device, where one was registered under the number
  equipment_id bigint,
  -- bytes of what was not stored, and what it was signed with
  body bytea,
  signed jsonb,
  primary key (at, id)
) partition by range (at);
create index push_log_id on push_log (id);
create index push_log_equipment on push_log (equipment_id, at desc);
create index push_log_open on push_log (source, at desc) where state in ('unknown', 'refused', 'failed');

insert into partition_setting (table_name, period, keep_days) values ('push_log', 'day', 30);

-- What the mapping of a source was, each time that it was changed.
create table push_source_version (
  source_id bigint not null references push_source (id),
  version int not null,
  mapping jsonb not null,
  at timestamptz not null default now(),
  created_by bigint,
  primary key (source_id, version)
);
insert into push_source_version (source_id, version, mapping, at, created_by)
select id, version, mapping, updated_at, coalesce(updated_by, created_by) from push_source;

-- A cloud that stands there from the beginning has no secret until somebody enables it.
alter table push_source alter column secret_cipher drop not null;
