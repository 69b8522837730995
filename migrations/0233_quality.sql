-- 质检: closed cases that somebody looks at again, chosen by rule: whatever climbed, and a share of the rest.
create table quality_sample (
  id bigint primary key default nextval('id_seq'),
  warn_id bigint not null references warn (id) on delete cascade,
  -- whose work is judged: who ended the case
  operator_id bigint not null references "user" (id),
  rule text not null check (rule in ('escalated', 'share')),
  finished_at timestamptz not null,
  department_id bigint not null references department (id),
  project_id bigint not null references project (id),
  state text not null default 'waiting' check (state in ('waiting', 'passed', 'returned')),
  -- points by item, and their sum of 100
  points jsonb,
  total int,
  comment text,
  scored_by bigint references "user" (id),
  scored_at timestamptz,
  -- when the operator has read it
  seen_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz,
  check ((state = 'waiting') = (total is null))
);
create unique index quality_sample_warn on quality_sample (warn_id);
create index quality_sample_operator on quality_sample (operator_id, finished_at desc);
create index quality_sample_finished on quality_sample (finished_at desc, id desc);
select watch_changes(array['quality_sample']);

-- How many of a hundred closed cases are looked at again beside those that climbed.
alter table project add column quality_share int not null default 5 check (quality_share between 0 and 100);
-- Which were closed lately.
create index warn_finished on warn (finished_at) where finished_at is not null;
