-- Long work that somebody asked for (exports, imports): the row is what people see, pg-boss carries it to a worker.
create table job (
  id bigint primary key default nextval('id_seq'),
  kind text not null,
  title text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- what the kind needs; personal values in it are encrypted by the kind
  input jsonb not null default '{}',
  done int not null default 0,
  total int,
  -- one Chinese sentence: what came out, or why it failed
  message text,
  result jsonb not null default '{}',
  -- {row, column, msg}: the first ones; the rest stands in the error workbook
  errors jsonb not null default '[]',
  file_id bigint references file (id),
  error_file_id bigint references file (id),
  owner_id bigint not null,
  trace_id text not null,
  attempts int not null default 0,
  cancel_asked boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default clock_timestamp()
);
create index job_owner on job (owner_id, created_at desc);
create index job_open on job (created_at) where state in ('waiting', 'running');
create index job_created on job (created_at desc);

-- Files that are kept for a day only (exports, error workbooks).
alter table file add column expires_at timestamptz;
create index file_expires on file (expires_at) where expires_at is not null and deleted_at is null;

-- Rows of an uploaded workbook, between preview and undo. Their text is encrypted: it holds names, phones, ID numbers.
create table import_row (
  job_id bigint not null references job (id),
  -- sheet's place in the template, from 0
  sheet int not null,
  -- as the spreadsheet numbers it
  row_no int not null,
  data_cipher text,
  -- {column, msg}
  errors jsonb not null default '[]',
  action text not null check (action in ('insert', 'update', 'skip', 'none')),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'undone')),
  object_id bigint,
  -- trace of the change that wrote the row: its differences are found by it
  trace_id text,
  reason text,
  primary key (job_id, sheet, row_no)
);

-- Saved views of a list: filters, sort, columns and density in one object.
create table saved_view (
  id bigint primary key default nextval('id_seq'),
  list text not null,
  name text not null,
  state jsonb not null,
  role_ids bigint[] not null default '{}',
  sort int not null default 0,
  owner_id bigint not null references "user" (id),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index saved_view_name on saved_view (owner_id, list, name) where deleted_at is null;
create index saved_view_list on saved_view (list) where deleted_at is null;

-- Runs of scheduled work that did something or failed.
create table schedule_log (
  id bigint not null default nextval('id_seq'),
  at timestamptz not null default clock_timestamp(),
  name text not null,
  started_at timestamptz not null,
  duration_ms int not null,
  row_count int,
  result text not null check (result in ('done', 'failed')),
  error text,
  node text not null,
  primary key (at, id)
) partition by range (at);
create index schedule_log_name on schedule_log (name, at desc);

-- The log is read by time, by person, by record and by trace.
create index cmd_log_at on cmd_log (at desc);
create index cmd_log_user on cmd_log (user_id, at desc);
create index cmd_log_object on cmd_log (object_id, at desc);
create index login_log_account on login_log (lower(account), at desc);
create index change_log_trace on change_log (trace_id);

insert into partition_setting (table_name, period, keep_days) values ('schedule_log', 'month', 365);

select watch_changes(array['saved_view']);
