-- The state of a person's seat and since when. Who has none is idle as soon as they are there, if taking alarms is their
-- work, and otherwise not on duty.
create table seat (
  user_id bigint primary key references "user" (id) on delete cascade,
  state text not null check (state in ('idle', 'busy', 'break', 'wrap_up', 'away')),
  since timestamptz not null default now(),
  -- when 整理 ends by itself
  until timestamptz,
  -- what 离开 goes back to
  resume text check (resume in ('idle', 'busy', 'break'))
);
select watch_changes(array['seat']);
