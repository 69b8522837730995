-- 交接班: what one operator hands to the next, as it stood. Both sign; from then on it stays as it is, and what was wrong in it
-- is said in a note beside it.
create table handover (
  id bigint primary key default nextval('id_seq'),
  giver_id bigint not null references "user" (id),
  taker_id bigint not null references "user" (id) check (taker_id <> giver_id),
  -- the span that the figures are of
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- of the giver's turn on the roster
  shift text,
  seat text,
  state text not null default 'open' check (state in ('open', 'signed')),
  counts jsonb not null,
  -- [{id, progress, next, due}]: the cases, names are read with them
  open_warns jsonb not null,
  -- [{id, due}]
  follow_ups jsonb not null,
  -- [{customerId, why}]
  watch jsonb not null,
  -- [{title, count}]
  faults jsonb not null,
  giver_signed_at timestamptz,
  taker_signed_at timestamptz,
  department_id bigint not null references department (id),
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz,
  check ((state = 'signed') = (taker_signed_at is not null)),
  check (taker_signed_at is null or giver_signed_at is not null)
);
-- One sheet at a time is made ready by a person.
create unique index handover_open on handover (giver_id) where state = 'open' and deleted_at is null;
create index handover_newest on handover (created_at desc, id desc);
create index handover_giver on handover (giver_id, created_at desc);
create index handover_taker on handover (taker_id, created_at desc);
select watch_changes(array['handover']);

create table handover_note (
  id bigint primary key default nextval('id_seq'),
  handover_id bigint not null references handover (id) on delete cascade,
  -- what giver or taker say, what a leader wants done, and what is put right after the signatures
  kind text not null check (kind in ('note', 'instruction', 'correction')),
  user_id bigint not null references "user" (id),
  at timestamptz not null default clock_timestamp(),
  note text not null check (note <> '')
);
create index handover_note_of on handover_note (handover_id, id);

-- Demo rows go with the demo; a department that goes into another one takes its sheets along.
create function keep_signed_handover() returns trigger language plpgsql as $$
declare
  moved text[] := array['department_id', 'version', 'updated_at', 'updated_by'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - moved = to_jsonb(old) - moved then return new; end if;
  raise exception 'a signed handover % does not change', old.id using errcode = 'restrict_violation';
end $$;
create trigger keep_signed_handover before update or delete on handover for each row
  when (old.state = 'signed' and not old.demo) execute function keep_signed_handover();
create function keep_handover_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from handover where id = old.handover_id and not demo) then return old; end if;
  raise exception 'a note of handover % does not change', old.handover_id using errcode = 'restrict_violation';
end $$;
create trigger keep_handover_note before update or delete on handover_note for each row execute function keep_handover_note();

-- What somebody did in a span, and what was given to them.
create index warn_step_user on warn_step (user_id, at) where user_id is not null;
create index warn_step_given on warn_step ((data ->> 'userId'), at) where kind = 'transferred';
