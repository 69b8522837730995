-- Changes of the key that encrypts columns: the newest names the key in use. The keys themselves lie outside the database.
create table key_rotation (
  id bigint generated always as identity primary key,
  key_id text not null unique,
  started_at timestamptz not null default clock_timestamp(),
  -- values encrypted anew, and what is being worked on
  done bigint not null default 0,
  place text,
  finished_at timestamptz
);

-- Encrypting anew changes nothing that anybody wrote: the log of differences does not hold it. Only differences of encrypted
-- columns, whose values it never names, can be left out so.
create function is_rekeyed(changes jsonb) returns boolean language sql immutable as $$
  select not exists (select 1 from jsonb_each(changes) c where right(c.key, 7) <> '_cipher' or c.value <> '["***", "***"]')
$$;
create function leave_out() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger leave_out_rekeyed before insert on change_log for each row
  when (current_setting('anhao.rekey', true) = 'on' and is_rekeyed(new.changes)) execute function leave_out();
