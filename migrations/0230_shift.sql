-- 排班: who sits at which seat from when until when. Somebody has one turn at a time; what is over stays as it was.
create table shift_turn (
  id bigint primary key default nextval('id_seq'),
  user_id bigint not null references "user" (id),
  -- the number or name of the place
  seat text,
  -- 早班, 中班, 晚班, or any other
  shift text not null check (shift in ('early', 'middle', 'night', 'other')),
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at and until_at <= from_at + interval '24 hours'),
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create index shift_turn_of on shift_turn (user_id, from_at) where deleted_at is null;
create index shift_turn_at on shift_turn (until_at, from_at) where deleted_at is null;
select watch_changes(array['shift_turn']);

-- 无人值班: a project that keeps a roster, in which nobody was there. One stands at a time.
create table shift_gap (
  id bigint primary key default nextval('id_seq'),
  project_id bigint not null references project (id),
  -- nobody on the roster, or nobody of it at a seat
  reason text not null check (reason in ('no_roster', 'nobody_there')),
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  notice_id bigint
);
create unique index shift_gap_open on shift_gap (project_id) where ended_at is null;
