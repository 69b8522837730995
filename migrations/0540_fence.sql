-- Fences, and what their judge knows. A fence is for the people it names, in whatever project they are, and for people of
-- its project and of its department and those below with one of its tags.
create table fence (
  id bigint primary key default nextval('id_seq'),
  name text not null,
  kind text not null check (kind in ('home', 'safe', 'forbidden', 'stay')),
  shape jsonb not null,
  windows jsonb not null default '[]',
  minutes int,
  customer_ids bigint[] not null default '{}',
  tag text[] not null default '{}',
  remark text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  department_id bigint not null references department (id),
  project_id bigint not null references project (id),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create index fence_scope on fence (project_id, department_id) where deleted_at is null;
create index fence_people on fence using gin (customer_ids) with (fastupdate = off) where deleted_at is null;
create index fence_tag on fence (project_id) where deleted_at is null and tag <> '{}';
select watch_changes(array['fence']);

-- Whether a fence is in force now, and when that is to be looked at again. `seed`: made, edited or switched on, so that the
-- standings are to be taken anew.
create table fence_watch (
  fence_id bigint primary key references fence (id) on delete cascade,
  on_since timestamptz,
  seed boolean not null default true,
  -- From when fixes are to be read anew after the standings were cleared.
  read_from timestamptz,
  next_at timestamptz default now()
);
create index fence_watch_due on fence_watch (next_at) where next_at is not null;

create function watch_fence() returns trigger language plpgsql as $$
begin
  insert into fence_watch (fence_id) values (new.id)
  on conflict (fence_id) do update set seed = true, next_at = now();
  return null;
end $$;
create trigger watch_fence after insert or update of kind, shape, windows, minutes, customer_ids, tag, status, project_id, department_id, deleted_at on fence
  for each row execute function watch_fence();

-- Standing of a person at a fence, written when it changes. `pending`: fixes of the other side that wait for a second one.
create table fence_state (
  customer_id bigint not null references customer (id) on delete cascade,
  fence_id bigint not null references fence (id) on delete cascade,
  side text check (side in ('inside', 'outside')),
  since timestamptz,
  pending jsonb not null default '[]',
  -- When somebody who stays has stayed too long; null once that was reported.
  stay_at timestamptz,
  primary key (customer_id, fence_id)
);
create index fence_state_fence on fence_state (fence_id);
create index fence_state_stay on fence_state (stay_at) where stay_at is not null;

-- The alarm of a person's fences by type, from the way out to the way back. `due_at`: out again within 15 minutes of it.
create table fence_alarm (
  customer_id bigint not null references customer (id) on delete cascade,
  type text not null,
  warn_id bigint references warn (id) on delete set null,
  raised_at timestamptz not null,
  back_at timestamptz,
  due_at timestamptz,
  primary key (customer_id, type)
);
create index fence_alarm_due on fence_alarm (due_at) where due_at is not null;

create table fence_event (
  id bigint not null default nextval('id_seq'),
  at timestamptz not null,
  kind text not null check (kind in ('leave', 'enter', 'stay', 'back')),
  fence_id bigint not null,
  customer_id bigint not null,
  lat double precision,
  lng double precision,
  accuracy double precision,
  warn_id bigint
) partition by range (at);
create index fence_event_at on fence_event (at desc, id desc);
create index fence_event_customer on fence_event (customer_id, at desc);
create index fence_event_fence on fence_event (fence_id, at desc);
insert into partition_setting (table_name, period, keep_days) values ('fence_event', 'month', 365);

-- Newest reception that the judge has worked through.
create table fence_judge (id int primary key check (id = 1), judged_at timestamptz not null);
insert into fence_judge values (1, now());
