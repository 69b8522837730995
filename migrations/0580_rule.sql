-- Rules of health: what is watched in whose readings. A rule without code was made by a user.
create table rule (
  id bigint primary key default nextval('id_seq'),
  code text unique,
  name text not null,
  kind text not null check (kind in ('band', 'step', 'trend', 'baseline', 'lasting', 'together', 'news2')),
  metric text not null,
  definition jsonb not null,
  level int check (level between 1 and 4),
  scope jsonb not null,
  hours jsonb,
  cooldown_minutes int not null default 30,
  remark text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index rule_name on rule (lower(name)) where deleted_at is null;
select watch_changes(array['rule']);

-- States of the rules on one sign of a person, only while something is not normal. `due_at`: what lasts is too long then.
create table health_state (
  customer_id bigint not null references customer (id) on delete cascade,
  metric text not null,
  rules jsonb not null,
  due_at timestamptz,
  primary key (customer_id, metric)
) with (fillfactor = 70);
create index health_state_due on health_state (due_at) where due_at is not null;

-- What a warn of health is about: the newest values that fired, and the rule as it was then.
create table health_warn (
  warn_id bigint primary key references warn (id) on delete cascade,
  customer_id bigint not null references customer (id),
  metric text not null,
  direction text not null check (direction in ('high', 'low', 'other')),
  value double precision not null,
  limit_value double precision,
  rule_id bigint not null references rule (id),
  rule_version int not null,
  -- Kind, figures of the sentence, limits and samples.
  evidence jsonb not null,
  due_at timestamptz,
  overdue_at timestamptz,
  result text check (result in ('phone', 'visited', 'advised', 'tuned', 'equipment_fault', 'none')),
  last_at timestamptz not null
);
create index health_warn_customer on health_warn (customer_id, metric, warn_id desc);
create index health_warn_rule on health_warn (rule_id, warn_id desc);
create index health_warn_due on health_warn (due_at) where due_at is not null and overdue_at is null;
create index warn_health_end on warn (subject, finished_at desc) where type = 'health';
