-- How many alarms a leader takes or marks false at once.
alter table project add column batch_limit int not null default 10 check (batch_limit between 1 and 50);

alter table warn
  -- raised in a drill, or ended as a test: outside every figure
  add column test boolean not null default false,
  -- 误报 that a leader is asked for; empty again once it is answered
  add column false_asked_at timestamptz,
  add column false_asked_by bigint references "user" (id),
  add column false_asked_reason text,
  add column false_asked_note text,
  -- asked for at the end where the platform's administrator had to be called (domain.md 7.4)
  add column incident_report text;
update warn set test = true where false_reason = 'test' or result = 'test' or confirmed_by = 'drill';
create index warn_false_asked on warn (false_asked_at) where false_asked_at is not null;

-- A window that a leader opens: alarms of these devices, or of a department and all below it, are a drill.
create table drill (
  id bigint primary key default nextval('id_seq'),
  equipment_ids bigint[],
  department_id bigint references department (id),
  -- those of whoever opened it; null: all
  project_ids bigint[],
  from_at timestamptz not null,
  until_at timestamptz not null,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by bigint not null,
  closed_at timestamptz,
  closed_by bigint,
  check ((equipment_ids is null) <> (department_id is null)),
  check (until_at > from_at and until_at <= from_at + interval '24 hours')
);
create index drill_until on drill (until_at);
select watch_changes(array['drill']);
