-- Readings of a person: a queue of new values, the newest value of each kind, hours, values that outlive their partition,
-- notes about entered values, and bands.

-- Appended by ingest in the statement that writes the readings. No unique index: an insert that meets a row in work would
-- wait for it or be lost. Taken with `skip locked` in physical order.
create table reading_queue (
  device_id bigint not null,
  metric text not null,
  -- oldest new value of the batch
  at timestamptz not null,
  queued_at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

-- Series that could not be settled.
create table reading_aside (
  device_id bigint not null,
  metric text not null,
  at timestamptz not null,
  error text not null,
  aside_at timestamptz not null default clock_timestamp(),
  -- device staff were notified
  told_at timestamptz
);

-- Since when the queue is late; null: it is not. One row.
create table reading_alarm (
  single boolean primary key default true check (single),
  late_since timestamptz
);
insert into reading_alarm default values;

create table reading_latest (
  customer_id bigint not null,
  metric text not null,
  at timestamptz not null,
  value double precision not null,
  flags int not null,
  -- device, or the person's own id for entered values
  source_id bigint not null,
  -- null: normal; 3, 2, 1 as the levels of a warn
  level int check (level between 1 and 3),
  -- start of the present level
  since timestamptz not null,
  primary key (customer_id, metric)
);

create table reading_hour (
  device_id bigint not null,
  metric text not null,
  hour timestamptz not null,
  n int not null,
  min double precision not null,
  max double precision not null,
  sum double precision not null,
  last double precision not null,
  -- null: equals the raw values
  stale_at timestamptz,
  primary key (device_id, metric, hour) include (n, min, max, sum, last)
) partition by range (hour);
create index reading_hour_stale on reading_hour (stale_at) where stale_at is not null;

-- Values that outlive their partition: entered, imported, and of the sparse kinds.
create table reading_kept (
  device_id bigint not null,
  metric text not null,
  at timestamptz not null,
  value double precision not null,
  flags int not null,
  project_id bigint not null,
  primary key (device_id, metric, at) include (value, flags)
);

-- Who entered, replaced or withdrew a value; appended only.
create table reading_note (
  id bigint primary key default nextval('id_seq'),
  source_id bigint not null,
  metric text not null,
  at timestamptz not null,
  -- newest value of a withdrawn span, which begins at `at`
  until timestamptz,
  kind text not null check (kind in ('entered', 'replaced', 'withdrawn')),
  -- as given
  value double precision,
  unit text,
  -- before a replacement
  former_value double precision,
  former_flags int,
  remark_cipher text,
  reason_cipher text,
  created_at timestamptz not null default now(),
  created_by bigint
);
create index reading_note_value on reading_note (source_id, metric, at);

create table reading_band (
  id bigint primary key default nextval('id_seq'),
  -- both null: the house's
  customer_id bigint references customer (id),
  chronic text,
  kind text not null,
  meal text check (meal in ('fasting', 'after_2h')),
  asleep boolean not null default false,
  -- [{level, from?, to?}]: from inclusive, to exclusive, after rounding
  bands jsonb not null,
  reason_cipher text,
  -- last day
  until date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz,
  check (customer_id is null or chronic is null)
);
create unique index reading_band_one on reading_band (customer_id, chronic, kind, meal, asleep) nulls not distinct where deleted_at is null;
create index reading_band_customer on reading_band (customer_id) where customer_id is not null and deleted_at is null;

-- Limits of the house: clinical.md 3.4, domain.md 11.
insert into reading_band (kind, meal, asleep, bands) values
  ('heart_rate', null, false, '[{"level":1,"to":41},{"level":2,"from":41,"to":45},{"level":3,"from":45,"to":55},{"level":3,"from":96,"to":116},{"level":2,"from":116,"to":131},{"level":1,"from":131}]'),
  ('heart_rate', null, true, '[{"level":2,"to":41},{"level":3,"from":41,"to":45},{"level":3,"from":91,"to":106},{"level":2,"from":106,"to":131},{"level":1,"from":131}]'),
  ('breath_rate', null, false, '[{"level":2,"to":9},{"level":3,"from":9,"to":12},{"level":3,"from":21,"to":25},{"level":2,"from":25}]'),
  ('spo2', null, false, '[{"level":1,"to":90},{"level":2,"from":90,"to":93},{"level":3,"from":93,"to":95}]'),
  ('temperature', null, false, '[{"level":1,"to":35.1},{"level":3,"from":35.1,"to":36},{"level":3,"from":37.3,"to":38.1},{"level":2,"from":38.1,"to":39.1},{"level":1,"from":39.1}]'),
  ('systolic', null, false, '[{"level":1,"to":85},{"level":3,"from":85,"to":90},{"level":3,"from":140,"to":160},{"level":2,"from":160,"to":180},{"level":1,"from":180}]'),
  ('diastolic', null, false, '[{"level":1,"to":40},{"level":2,"from":40,"to":50},{"level":3,"from":50,"to":60},{"level":3,"from":90,"to":100},{"level":2,"from":100,"to":110},{"level":1,"from":110}]'),
  ('glucose', null, false, '[{"level":1,"to":3},{"level":2,"from":3,"to":3.9},{"level":3,"from":10.1,"to":14},{"level":2,"from":14,"to":16.7},{"level":1,"from":16.7}]'),
  ('glucose', 'fasting', false, '[{"level":1,"to":3},{"level":2,"from":3,"to":3.9},{"level":3,"from":6.1,"to":7},{"level":2,"from":7,"to":13.9},{"level":1,"from":13.9}]'),
  ('glucose', 'after_2h', false, '[{"level":1,"to":3},{"level":2,"from":3,"to":3.9},{"level":3,"from":7.8,"to":11.1},{"level":2,"from":11.1,"to":16.7},{"level":1,"from":16.7}]'),
  ('bmi', null, false, '[{"level":2,"to":17},{"level":3,"from":17,"to":18.5},{"level":3,"from":24,"to":28},{"level":2,"from":28}]');

select watch_changes(array['reading_band']);

insert into partition_setting (table_name, period, keep_days) values ('reading_hour', 'month', 1095);

-- What the shorter retention of raw values would drop; a version that runs at the same time copies nothing.
insert into reading_kept (device_id, metric, at, value, flags, project_id)
  select device_id, metric, at, value, flags, project_id from reading
  where at < now() - interval '173 days' and (metric in ('systolic', 'diastolic', 'glucose', 'weight', 'height', 'waist', 'temperature') or flags & 12 <> 0);
