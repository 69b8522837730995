-- Since when somebody's service stands as it does and why; of somebody who died the place and the kind of cause.
alter table customer
  add column state_since date,
  add column state_reason text,
  add column death_place text check (death_place in ('home', 'hospital', 'institution', 'outside', 'unknown')),
  add column death_cause text check (death_cause in ('illness', 'age', 'accident', 'other', 'unknown'));
-- Who was to be back by now.
create index customer_return on customer (return_date) where service_state = 'paused' and deleted_at is null;

-- What is to be done when somebody leaves or has died; a row from that day on. Each thing has its time once it is done.
create table customer_leaving (
  id bigint primary key default nextval('id_seq'),
  customer_id bigint not null unique references customer (id),
  devices_back_at timestamptz,
  keys_back_at timestamptz,
  relatives_told_at timestamptz,
  relatives_told text,
  belongings_at timestamptz,
  archive_sealed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
select watch_changes(array['customer_leaving']);

-- What people were told of a person by the clock: each step of each matter once.
create table customer_reminder (
  kind text not null check (kind in ('return', 'leave', 'consent', 'benefit')),
  -- the person, or the leave, consent or benefit
  subject_id bigint not null,
  step text not null,
  notice_id bigint,
  told_at timestamptz not null default now(),
  primary key (kind, subject_id, step)
);
