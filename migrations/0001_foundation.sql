-- Ids: sequences start in a slice (ID_SLICE << 44) so that two databases never give the same number; the start is
-- moved once by the migration runner. Every row that belongs to somebody carries department_id and project_id itself.

create extension if not exists pg_trgm;

create sequence id_seq as bigint;

-- Who is acting in this transaction, set by the one door for changes.
create function actor_id() returns bigint language sql stable as
  $$ select nullif(current_setting('anhao.actor', true), '')::bigint $$;

create table partition_setting (
  table_name text primary key,
  period text not null check (period in ('day', 'week', 'month')),
  keep_days int not null check (keep_days > 0),
  ahead int not null default 3 check (ahead between 2 and 12)
);

-- ---------------------------------------------------------------- organisation and access
create table department (
  id bigint primary key default nextval('id_seq'),
  parent_id bigint references department (id),
  -- ids from the root down to this one, for subtree queries
  path bigint[] not null default '{}',
  name text not null,
  code text,
  type text not null,
  region_code text,
  leader text,
  phone text,
  address text,
  lat double precision,
  lng double precision,
  sort int not null default 0,
  status text not null default 'enabled',
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index department_name on department (coalesce(parent_id, 0), name) where deleted_at is null;
create unique index department_code on department (code) where deleted_at is null and code is not null;
create index department_path on department using gin (path);

create table project (
  id bigint primary key default nextval('id_seq'),
  code text not null,
  name text not null,
  owner_org text,
  department_id bigint not null references department (id),
  time_zone text not null default 'Asia/Shanghai',
  claim_seconds int not null default 60 check (claim_seconds >= 3),
  progress_seconds int not null default 600 check (progress_seconds >= 3),
  -- rungs of the escalation ladder; empty: the product's default
  ladder jsonb not null default '[]',
  hotline text,
  screen_title text,
  start_date date,
  end_date date,
  quota_customer int,
  quota_equipment int,
  status text not null default 'enabled',
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index project_code on project (code) where deleted_at is null;

create table "user" (
  id bigint primary key default nextval('id_seq'),
  account text not null,
  name text not null,
  mobile text,
  email text,
  extension text,
  avatar_file_id bigint,
  department_id bigint not null references department (id),
  password_hash text not null,
  password_changed_at timestamptz,
  must_change_password boolean not null default false,
  status text not null default 'enabled',
  expires_at timestamptz,
  last_login_at timestamptz,
  last_login_ip text,
  -- null: all projects
  project_ids bigint[],
  remark text,
  built_in boolean not null default false,
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index user_account on "user" (lower(account));
create index user_department on "user" (department_id) where deleted_at is null;

create table role (
  id bigint primary key default nextval('id_seq'),
  key text not null,
  name text not null,
  data_scope text not null default 'department_below',
  built_in boolean not null default false,
  sort int not null default 0,
  status text not null default 'enabled',
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index role_key on role (key) where deleted_at is null;

create table user_role (
  user_id bigint not null references "user" (id),
  role_id bigint not null references role (id),
  primary key (user_id, role_id)
);
create index user_role_role on user_role (role_id);

create table role_department (
  role_id bigint not null references role (id),
  department_id bigint not null references department (id),
  primary key (role_id, department_id)
);

create table menu (
  id bigint primary key default nextval('id_seq'),
  parent_id bigint references menu (id),
  type text not null check (type in ('dir', 'menu', 'button', 'link')),
  name text not null,
  url text,
  icon text,
  permission text,
  sort int not null default 0,
  visible boolean not null default true,
  cache boolean not null default true,
  skip_check boolean not null default false,
  status text not null default 'enabled',
  -- from a contract: kept in step with it at each start until somebody edits it
  seed_key text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index menu_seed_key on menu (seed_key) where seed_key is not null;

create table role_menu (
  role_id bigint not null references role (id),
  menu_id bigint not null references menu (id),
  primary key (role_id, menu_id)
);
create index role_menu_menu on role_menu (menu_id);

create table menu_api (
  menu_id bigint not null references menu (id),
  method text not null,
  path text not null,
  primary key (menu_id, method, path)
);
-- which pairs were seeded once, so that an unbound one is not bound again at the next start
create table menu_api_seed (
  permission text not null,
  method text not null,
  path text not null,
  primary key (permission, method, path)
);

create table session (
  id bigint primary key default nextval('id_seq'),
  token_hash bytea not null,
  user_id bigint not null references "user" (id),
  ip text,
  agent text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create unique index session_token on session (token_hash);
create index session_of_user on session (user_id) where ended_at is null;

create table captcha (
  id text primary key,
  answer text not null,
  expires_at timestamptz not null
);

-- wrong logins: one row for a pair of account (as typed, hashed) and address, and one for the address alone
create table login_guard (
  key text primary key,
  failures int not null default 0,
  last_at timestamptz not null default now(),
  locked_until timestamptz
);

create table login_log (
  id bigint not null default nextval('id_seq'),
  at timestamptz not null default now(),
  account text not null,
  user_id bigint,
  result text not null,
  reason text,
  ip text,
  agent text,
  trace_id text,
  primary key (at, id)
) partition by range (at);

create table dictionary (
  id bigint primary key default nextval('id_seq'),
  type text not null,
  type_name text not null,
  value text not null,
  label text not null,
  color text,
  sort int not null default 0,
  is_default boolean not null default false,
  built_in boolean not null default false,
  status text not null default 'enabled',
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index dictionary_value on dictionary (type, value) where deleted_at is null;

create table list_setting (
  user_id bigint not null references "user" (id),
  list text not null,
  setting jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, list)
);

create table file (
  id bigint primary key default nextval('id_seq'),
  hash text not null,
  name text not null,
  type text not null,
  size bigint not null,
  owner_id bigint,
  -- what it belongs to, as noun and id: customer 12
  subject text not null,
  subject_id bigint,
  -- any of these rights opens it
  rights text[] not null,
  department_id bigint not null,
  project_id bigint not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  deleted_at timestamptz
);
create index file_hash on file (hash);

-- versions of what nodes keep in memory: permission, dictionary
create table cache_version (
  name text primary key,
  version bigint not null default 1
);
insert into cache_version (name) values ('permission'), ('dictionary');

-- one holder at a time, by database time, with a fencing number
create table lease (
  name text primary key,
  holder text not null,
  until timestamptz not null,
  fence bigint not null default 1
);

create table presence (
  user_id bigint primary key,
  seen_at timestamptz not null default now()
);

-- keys that encrypt sensitive columns are outside the database; this is the check value that names a wrong key
create table key_check (
  key_id text primary key,
  check_value text not null
);

-- ---------------------------------------------------------------- events and differences
create table event (
  id bigint not null default nextval('id_seq'),
  at timestamptz not null default clock_timestamp(),
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  kind text not null,
  -- the right that one must have to be told
  permission text not null,
  department_id bigint not null,
  project_id bigint not null,
  owner_id bigint,
  body jsonb not null,
  primary key (at, id)
) partition by range (at);
create index event_xid on event (xid);

create table change_log (
  id bigint not null default nextval('id_seq'),
  at timestamptz not null default clock_timestamp(),
  xid xid8 not null default pg_current_xact_id(),
  actor_id bigint,
  trace_id text,
  table_name text not null,
  row_id text not null,
  action text not null,
  -- {field: [old, new]}; for an insert old is null, for a delete new is null
  changes jsonb not null,
  primary key (at, id)
) partition by range (at);
create index change_log_row on change_log (table_name, row_id, at desc);

create table cmd_log (
  id bigint not null default nextval('id_seq'),
  at timestamptz not null default clock_timestamp(),
  xid xid8 not null default pg_current_xact_id(),
  user_id bigint,
  account text,
  user_name text,
  department_id bigint,
  module text not null,
  action text not null,
  object_type text,
  object_id text,
  object_name text,
  method text not null,
  path text not null,
  ip text,
  agent text,
  input jsonb,
  duration_ms int not null,
  code int not null,
  error text,
  trace_id text not null,
  primary key (at, id)
) partition by range (at);
create index cmd_log_trace on cmd_log (trace_id);

-- hash chain over change_log and cmd_log: each seal covers what became visible since the one before
create table seal (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  log text not null,
  snapshot pg_snapshot not null,
  row_ids bigint[] not null,
  -- 32 bytes a row, in the order of row_ids
  digests bytea not null,
  previous bytea not null,
  hash bytea not null
);
create index seal_log on seal (log, id);

create function record_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := '{}';
  new_row jsonb := '{}';
  diff jsonb;
  key text;
begin
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  select jsonb_object_agg(f.key, jsonb_build_array(old_row -> f.key, new_row -> f.key)) into diff
    from (select jsonb_object_keys(old_row || new_row) as key) f
    where (old_row -> f.key) is distinct from (new_row -> f.key)
      and f.key not in ('version', 'updated_at', 'updated_by', 'grams', 'password_hash', 'token_hash', 'secret_hash', 'secret_cipher')
      and not (tg_op = 'INSERT' and coalesce(new_row -> f.key, 'null') = 'null');
  if diff is null then return null; end if;
  key := coalesce(new_row ->> 'id', old_row ->> 'id',
    (select string_agg(v.value, ',' order by v.key) from jsonb_each_text(case when tg_op = 'DELETE' then old_row else new_row end) v where v.key like '%\_id' or v.key in ('list', 'type', 'method', 'path')));
  insert into change_log (actor_id, trace_id, table_name, row_id, action, changes)
    values (nullif(current_setting('anhao.actor', true), '')::bigint, nullif(current_setting('anhao.trace', true), ''),
            tg_table_name, coalesce(key, ''), lower(tg_op), diff);
  return null;
end $$;

create function watch_changes(tables text[]) returns void language plpgsql as $$
declare t text;
begin
  foreach t in array tables loop
    execute format('create trigger record_change after insert or update or delete on %I for each row execute function record_change()', t);
  end loop;
end $$;

-- ---------------------------------------------------------------- people
create table customer (
  id bigint primary key default nextval('id_seq'),
  no text not null,
  name text not null,
  pinyin text not null default '',
  initials text not null default '',
  grams text[] not null default '{}',
  id_type text not null default 'id_card',
  id_no_cipher text,
  id_no_hash bytea,
  id_no_tail text,
  gender int not null default 0,
  birth_date date,
  mobile text,
  phone text,
  photo_file_id bigint references file (id),
  region_code text,
  street text,
  community text,
  address text,
  address_note text,
  entry_note text,
  lat double precision,
  lng double precision,
  living_state text,
  marital text,
  ability_level int,
  category text[] not null default '{}',
  -- health text is encrypted (key id in the value)
  health_cipher text,
  service_state text not null default 'active',
  department_id bigint not null references department (id),
  project_id bigint not null references project (id),
  responsible_id bigint references "user" (id),
  remark text,
  source text not null default 'manual',
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index customer_no on customer (no);
create unique index customer_id_no on customer (id_no_hash) where deleted_at is null and id_no_hash is not null;
create index customer_grams on customer using gin (grams);
create index customer_scope on customer (project_id, department_id) where deleted_at is null;
create index customer_department on customer (department_id) where deleted_at is null;
create index customer_mobile on customer using gin (mobile gin_trgm_ops);
create index customer_pinyin on customer (pinyin);

create table customer_contact (
  id bigint primary key default nextval('id_seq'),
  customer_id bigint not null references customer (id),
  "order" int not null,
  name text not null,
  relation text not null,
  mobile text,
  phone text,
  address text,
  has_key boolean not null default false,
  is_emergency boolean not null default false,
  is_guardian boolean not null default false,
  lat double precision,
  lng double precision,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create index customer_contact_customer on customer_contact (customer_id) where deleted_at is null;

-- ---------------------------------------------------------------- devices
create table model (
  id bigint primary key default nextval('id_seq'),
  code text not null,
  name text not null,
  kind text not null,
  protocol text not null,
  interval_seconds int not null default 600,
  offline_seconds int not null default 1800,
  capabilities text[] not null default '{}',
  properties jsonb not null default '[]',
  profile jsonb not null default '{}',
  built_in boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index model_code on model (code) where deleted_at is null;

create table equipment (
  id bigint primary key default nextval('id_seq'),
  sn text not null,
  model_id bigint not null references model (id),
  name text not null,
  customer_id bigint references customer (id),
  gateway_id bigint references equipment (id),
  position text,
  imei text,
  mac text,
  iccid text,
  number text,
  state text not null default 'stock',
  -- SHA-256 of a random token
  secret_hash bytea,
  address text,
  lat double precision,
  lng double precision,
  department_id bigint not null references department (id),
  project_id bigint not null references project (id),
  installed_at timestamptz,
  activated_at timestamptz,
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index equipment_sn on equipment (sn) where deleted_at is null;
create index equipment_customer on equipment (customer_id) where deleted_at is null;
create index equipment_scope on equipment (project_id, department_id) where deleted_at is null;

-- the numbers a device is known by on each protocol
create table equipment_identifier (
  protocol text not null,
  number text not null,
  equipment_id bigint not null references equipment (id),
  primary key (protocol, number)
);
create index equipment_identifier_equipment on equipment_identifier (equipment_id);

create table equipment_binding (
  id bigint primary key default nextval('id_seq'),
  equipment_id bigint not null references equipment (id),
  customer_id bigint not null references customer (id),
  position text,
  bound_at timestamptz not null default now(),
  bound_by bigint,
  tested boolean not null default false,
  unbound_at timestamptz,
  unbound_by bigint,
  reason text
);
create unique index equipment_binding_open on equipment_binding (equipment_id) where unbound_at is null;

-- one row a device, updated by each message: no difference trigger, wide fill factor
create table device_state (
  device_id bigint primary key references equipment (id),
  project_id bigint not null,
  online boolean not null default false,
  last_seen_at timestamptz,
  last_data_at timestamptz,
  offline_since timestamptz,
  battery int,
  signal int,
  firmware text,
  alarm_bits bigint not null default 0,
  backlog_bits bigint not null default 0,
  lat double precision,
  lng double precision,
  accuracy double precision,
  position_source text,
  position_at timestamptz,
  state_values jsonb not null default '{}'
) with (fillfactor = 70);

create table raw_message (
  device_id bigint not null,
  key bigint not null,
  received_at timestamptz not null,
  committed_at timestamptz not null default clock_timestamp(),
  device_time timestamptz,
  project_id bigint not null,
  protocol text not null,
  kind text not null,
  late boolean not null default false,
  body bytea not null,
  error text,
  -- what it produced: [{kind, id}]; what it means is decoded from the body when somebody looks
  effects jsonb
) partition by range (received_at);
create index raw_message_device on raw_message (device_id, received_at desc);

-- messages of numbers that nobody registered: bounded, kept 7 days, one row a number and minute
create table unknown_message (
  id bigint primary key default nextval('id_seq'),
  protocol text not null,
  number text not null,
  received_at timestamptz not null,
  kind text not null,
  body bytea not null,
  alarms text[] not null default '{}',
  minute timestamptz not null,
  times int not null default 1
);
create unique index unknown_message_minute on unknown_message (protocol, number, minute);
create index unknown_message_at on unknown_message (received_at);

create table reading (
  device_id bigint not null,
  metric text not null,
  at timestamptz not null,
  value double precision not null,
  -- bit 0: outside what is plausible; bit 1: device time was clamped
  flags int not null default 0,
  device_time timestamptz,
  project_id bigint not null,
  customer_id bigint,
  primary key (device_id, metric, at) include (value, flags)
) partition by range (at);

create table position (
  device_id bigint not null,
  at timestamptz not null,
  lat double precision not null,
  lng double precision not null,
  accuracy double precision,
  speed double precision,
  course double precision,
  altitude double precision,
  source text not null,
  flags int not null default 0,
  device_time timestamptz,
  project_id bigint not null,
  customer_id bigint,
  primary key (device_id, at) include (lat, lng, accuracy, speed)
) partition by range (at);

create table push_source (
  id bigint primary key default nextval('id_seq'),
  source text not null,
  name text not null,
  secret_cipher text not null,
  signature text not null default 'hmac',
  mapping jsonb not null,
  status text not null default 'enabled',
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index push_source_source on push_source (source) where deleted_at is null;

create table push_nonce (
  source text not null,
  nonce text not null,
  at timestamptz not null default now(),
  primary key (source, nonce)
);

-- ---------------------------------------------------------------- alarms
create table warn (
  id bigint primary key default nextval('id_seq'),
  no text not null,
  type text not null,
  family text not null,
  level int not null check (level between 1 and 4),
  status text not null default 'pending' check (status in ('pending', 'handling', 'done', 'false')),
  -- c:<customer>, e:<equipment> or n:<protocol>:<number>: what an open alarm is unique by, with its type
  subject text not null,
  customer_id bigint references customer (id),
  equipment_id bigint references equipment (id),
  equipment_sn text,
  phone text,
  address text,
  department_id bigint not null references department (id),
  project_id bigint not null references project (id),
  created_at timestamptz not null default now(),
  created_by bigint,
  occurred_at timestamptz,
  received_at timestamptz not null,
  shown_at timestamptz,
  last_at timestamptz not null,
  late boolean not null default false,
  silent boolean not null default false,
  repeat_count int not null default 0,
  escalation int not null default 0,
  overdue boolean not null default false,
  offered_to bigint references "user" (id),
  handler_id bigint references "user" (id),
  claimed_at timestamptz,
  -- start of the waiting that the ladder counts: a transfer does not reset it, a reopening does
  waiting_since timestamptz not null,
  last_step_at timestamptz not null,
  called_at timestamptz,
  reached_at timestamptz,
  family_told_at timestamptz,
  dispatched_at timestamptz,
  arrived_at timestamptz,
  recovered_at timestamptz,
  acknowledged_at timestamptz,
  ignored_at timestamptz,
  finished_at timestamptz,
  follow_up_at timestamptz,
  followed_up_at timestamptz,
  result text,
  false_reason text,
  confirmed_by text,
  close_note text,
  family_told boolean,
  family_note text,
  no_contact_reason text,
  lat double precision,
  lng double precision,
  accuracy double precision,
  position_source text,
  position_at timestamptz,
  progress text,
  vendor_code text,
  linked_warn_id bigint references warn (id),
  demo boolean not null default false,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index warn_open on warn (subject, type) where status in ('pending', 'handling');
create unique index warn_no on warn (no);
create index warn_open_list on warn (family, level, escalation desc, created_at) where status in ('pending', 'handling');
create index warn_created on warn (created_at desc);
create index warn_customer on warn (customer_id, created_at desc);
create index warn_handler on warn (handler_id, created_at desc);
create index warn_follow_up on warn (follow_up_at) where follow_up_at is not null and followed_up_at is null;
create index warn_department on warn (department_id, created_at desc);

create table warn_step (
  id bigint primary key default nextval('id_seq'),
  warn_id bigint not null references warn (id),
  kind text not null,
  at timestamptz not null default clock_timestamp(),
  user_id bigint,
  note text,
  data jsonb not null default '{}'
);
create index warn_step_warn on warn_step (warn_id, at);

create table warn_dispatch (
  id bigint primary key default nextval('id_seq'),
  warn_id bigint not null references warn (id),
  name text not null,
  phone text,
  kind text not null,
  state text not null default 'sent',
  note text,
  sent_at timestamptz not null default clock_timestamp(),
  arrived_at timestamptz,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create index warn_dispatch_warn on warn_dispatch (warn_id);

-- due steps of the ladder: taken with skip locked by every node, each (alarm, kind, rung) once
create table warn_timer (
  warn_id bigint not null references warn (id),
  kind text not null check (kind in ('claim', 'progress', 'arrival', 'receiver')),
  rung int not null,
  due_at timestamptz not null,
  name text not null,
  done_at timestamptz,
  primary key (warn_id, kind, rung)
);
create index warn_timer_due on warn_timer (due_at) where done_at is null;

-- human numbers: one counter a day
create table daily_number (
  day date not null,
  name text not null,
  last int not null,
  primary key (day, name)
);

insert into partition_setting (table_name, period, keep_days) values
  ('raw_message', 'day', 90), ('reading', 'week', 730), ('position', 'week', 180),
  ('event', 'month', 60), ('change_log', 'month', 1095), ('cmd_log', 'month', 1095), ('login_log', 'month', 365);

select watch_changes(array['department', 'project', 'user', 'role', 'user_role', 'role_department', 'menu', 'role_menu', 'menu_api',
  'dictionary', 'file', 'customer', 'customer_contact', 'model', 'equipment', 'equipment_identifier', 'equipment_binding', 'push_source',
  'warn', 'warn_dispatch', 'partition_setting']);
