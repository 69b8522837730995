-- Nights: one row a device, day of waking and person. Computed by the product from readings; people write only the remark.
create table sleep_night (
  id bigint primary key default nextval('id_seq'),
  device_id bigint not null references equipment (id),
  -- who had the device then
  customer_id bigint not null references customer (id),
  -- day of waking in `zone`
  night date not null,
  zone text not null,
  -- open until noon, then done; frozen when the raw values are gone
  state text not null check (state in ('open', 'done', 'frozen')),
  final_at timestamptz not null,
  bed_from timestamptz not null,
  -- null: still in bed
  bed_to timestamptz,
  asleep_from timestamptz,
  asleep_to timestamptz,
  -- times in seconds
  tib int not null,
  tst int,
  sol int,
  waso int,
  se double precision,
  sme double precision,
  rem_latency int,
  awake int,
  light int,
  deep int,
  rem int,
  awakenings int,
  long_awakenings int,
  exits int not null,
  longest_exit int not null,
  rollovers int,
  breath_index double precision,
  snore int,
  hr_min double precision,
  hr_avg double precision,
  hr_max double precision,
  rr_min double precision,
  rr_avg double precision,
  rr_max double precision,
  -- recorded time in bed
  recorded int not null,
  -- 0 to 1
  coverage double precision not null,
  -- public signs that are met
  met int check (met between 0 and 4),
  vendor_score double precision,
  marks text[] not null,
  -- lists of [from, to], seconds after bed_from, with a stage or values: segments, exits, gaps, naps, heart, breath, motion
  detail jsonb not null,
  remark_cipher text,
  revision int not null default 1,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint,
  unique (device_id, night, customer_id)
);
create index sleep_night_customer on sleep_night (customer_id, night);
create index sleep_night_night on sleep_night (night);
create index sleep_night_open on sleep_night (final_at) where state = 'open';
create index sleep_night_done on sleep_night (night) where state = 'done';
select stamp_changes('sleep_night');
create trigger record_change after update of remark_cipher on sleep_night for each row
  when (old.remark_cipher is distinct from new.remark_cipher) execute function record_change();

-- Nights whose values changed. No unique index: an insert that meets a row in work would wait for it or be lost.
create table sleep_stale (
  id bigint primary key default nextval('id_seq'),
  device_id bigint not null,
  night date not null,
  -- 05:00 of the day of waking
  due_at timestamptz not null,
  -- computed from then on: what comes later needs a row of its own
  taken_at timestamptz
);
create index sleep_stale_night on sleep_stale (device_id, night) where taken_at is null;
create index sleep_stale_due on sleep_stale (due_at);

-- Summaries of nights by makers of devices.
create table sleep_maker_night (
  device_id bigint not null references equipment (id),
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- seconds
  awake int,
  light int,
  deep int,
  rem int,
  sol int,
  exits int,
  rollovers int,
  events int,
  score double precision,
  received_at timestamptz not null default now(),
  primary key (device_id, from_at)
);
