-- When a node that fires the timers of alarms lived last: what fell due while none did waits at the next start until the pages are
-- back, and says why it is late.
create table warn_heartbeat (
  one boolean primary key default true check (one),
  beat_at timestamptz not null default now()
);
-- It fell due while no server ran; `due_at` is when it is made up for.
alter table warn_timer add column missed boolean not null default false;
