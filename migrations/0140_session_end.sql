-- When a session ends however much it is used; expires_at, which use moves on, never lies behind it. Whoever is logged in already
-- logs in once more within 12 hours.
alter table session
  add column ends_at timestamptz not null default now() + interval '30 days',
  add column seat boolean not null default false;
update session set ends_at = now() + interval '12 hours', expires_at = least(expires_at, now() + interval '12 hours')
where ended_at is null;

-- How long a login lasts at most, in hours: of those who take alarms and share a seat, and of everybody else.
alter table project
  add column seat_session_hours int not null default 12 check (seat_session_hours between 1 and 720),
  add column session_hours int not null default 720 check (session_hours between 1 and 720);

-- A token lasts no longer than the session in which the person gave the application leave.
alter table app_code add column session_ends_at timestamptz;
