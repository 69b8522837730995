-- 回访: whom somebody rings up again, when and why. What an ended alarm owes stands with the alarm (follow_up_at,
-- followed_up_at); its row here follows from it, by whichever screen it is finished. Others are made by plans.
create table follow_up_plan (
  id bigint primary key default nextval('id_seq'),
  kind text not null check (kind in ('after_alarm', 'install', 'offline', 'care', 'test_press')),
  name text not null,
  -- of people: {projectId, departmentId, livingState[], ageFrom}
  filter jsonb not null default '{}',
  from_date date not null,
  until_date date not null check (until_date >= from_date),
  -- how far whoever made it sees: {kind, departments, projects}
  scope jsonb not null,
  share_among bigint[] not null check (share_among <> '{}'),
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create index follow_up_plan_newest on follow_up_plan (created_at desc, id desc) where deleted_at is null;

create table follow_up (
  id bigint primary key default nextval('id_seq'),
  kind text not null check (kind in ('after_alarm', 'install', 'offline', 'care', 'test_press')),
  plan_id bigint references follow_up_plan (id) on delete cascade,
  warn_id bigint references warn (id) on delete cascade,
  customer_id bigint references customer (id) on delete cascade,
  equipment_id bigint references equipment (id) on delete cascade,
  assignee_id bigint references "user" (id),
  state text not null default 'open' check (state in ('open', 'visit', 'done', 'dropped')),
  due_at timestamptz not null,
  -- calls that were not answered
  tries int not null default 0,
  result text check (result in ('reached', 'no_answer', 'visit')),
  satisfaction text check (satisfaction in ('very_good', 'good', 'fair', 'bad')),
  note text,
  last_at timestamptz,
  done_at timestamptz,
  done_by bigint,
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index follow_up_warn_open on follow_up (warn_id) where state in ('open', 'visit');
create index follow_up_warn on follow_up (warn_id) where warn_id is not null;
create unique index follow_up_once on follow_up (plan_id, customer_id, equipment_id) nulls not distinct where plan_id is not null and warn_id is null;
create index follow_up_customer on follow_up (customer_id) where customer_id is not null;
create index follow_up_equipment on follow_up (equipment_id) where equipment_id is not null;
create index follow_up_due on follow_up (due_at, id) where state in ('open', 'visit');
create index follow_up_done on follow_up (done_at desc, id desc) where state = 'done';
create index follow_up_assignee on follow_up (assignee_id) where state in ('open', 'visit');

insert into follow_up (kind, warn_id, customer_id, assignee_id, state, due_at, result, done_at, demo, created_at, created_by)
  select 'after_alarm', id, customer_id, handler_id, case when followed_up_at is null then 'open' else 'done' end, follow_up_at,
    case when followed_up_at is not null then 'reached' end, followed_up_at, demo, coalesce(finished_at, created_at), handler_id
  from warn where follow_up_at is not null;
select watch_changes(array['follow_up', 'follow_up_plan']);

-- What the alarm owes is the truth: another time means that nobody was reached, none that it is dropped.
create function keep_follow_up() returns trigger language plpgsql as $$
begin
  if new.followed_up_at is not null or new.follow_up_at is null then
    update follow_up set state = case when new.followed_up_at is null then 'dropped' else 'done' end,
      result = case when new.followed_up_at is null then result else 'reached' end,
      done_at = coalesce(new.followed_up_at, now()), done_by = nullif(greatest(actor_id(), 0), 0)
      where warn_id = new.id and state in ('open', 'visit');
    return null;
  end if;
  insert into follow_up as f (kind, warn_id, customer_id, assignee_id, due_at, demo, created_by)
    values ('after_alarm', new.id, new.customer_id, new.handler_id, new.follow_up_at, new.demo, nullif(greatest(actor_id(), 0), 0))
  on conflict (warn_id) where state in ('open', 'visit') do update set due_at = excluded.due_at, state = 'open', tries = f.tries + 1,
    result = 'no_answer', last_at = now() where f.due_at <> excluded.due_at;
  return null;
end $$;
create trigger keep_follow_up after insert or update of follow_up_at, followed_up_at on warn for each row
  when (new.follow_up_at is not null or new.followed_up_at is not null) execute function keep_follow_up();
create trigger drop_follow_up after update of follow_up_at on warn for each row
  when (new.follow_up_at is null and old.follow_up_at is not null) execute function keep_follow_up();
