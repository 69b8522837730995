-- Who was taken to hospital is rung up until 72 hours are over: being reached before moves the follow-up on and does not end it.
alter table warn add column follow_up_reached_at timestamptz;

-- Another time means that nobody was reached, unless the alarm says that somebody was.
create or replace function keep_follow_up() returns trigger language plpgsql as $$
declare
  reached boolean := new.follow_up_reached_at is not null and new.follow_up_reached_at is distinct from old.follow_up_reached_at;
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
  on conflict (warn_id) where state in ('open', 'visit') do update set due_at = excluded.due_at, state = 'open',
    tries = case when reached then 0 else f.tries + 1 end, result = case when reached then 'reached' else 'no_answer' end, last_at = now()
    where f.due_at <> excluded.due_at or reached;
  return null;
end $$;
drop trigger keep_follow_up on warn;
create trigger keep_follow_up after insert or update of follow_up_at, followed_up_at, follow_up_reached_at on warn for each row
  when (new.follow_up_at is not null or new.followed_up_at is not null) execute function keep_follow_up();
