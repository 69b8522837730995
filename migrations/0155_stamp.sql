-- Who edited a row, when, and how often: stamped on every change that a person's call makes, from the actor that the
-- call's transaction has set. What the product does by itself (actor 0 or none) stamps nothing and says so where it means
-- an edit. One call is one edit, however many statements it takes. Columns named at the trigger are nobody's edit.
create function stamp_row() returns trigger language plpgsql as $$
declare
  actor bigint := actor_id();
  unmarked text[] := tg_argv::text[] || array['version', 'updated_at', 'updated_by'];
begin
  if coalesce(actor, 0) <= 0 then return new; end if;
  if tg_op = 'INSERT' then
    new.updated_by := coalesce(new.updated_by, actor);
  elsif new.version <> old.version or to_jsonb(new) - unmarked <> to_jsonb(old) - unmarked then
    new.version := old.version + (case when old.updated_at = now() and old.updated_by = actor then 0 else 1 end);
    new.updated_at := now();
    new.updated_by := actor;
  end if;
  return new;
end $$;

-- Stamps a table that has the three columns; others are left as they are.
create function stamp_changes(tab text, unmarked text[] default '{}') returns void language plpgsql as $$
begin
  if (select count(*) from pg_attribute where attrelid = to_regclass(quote_ident(tab))
      and attname in ('version', 'updated_at', 'updated_by') and not attisdropped) < 3 then return; end if;
  execute format('drop trigger if exists stamp_row on %I', tab);
  execute format('create trigger stamp_row before insert or update on %I for each row execute function stamp_row(%s)',
    tab, (select coalesce(string_agg(quote_literal(name), ', '), '') from unnest(unmarked) name));
end $$;

create or replace function watch_changes(tables text[]) returns void language plpgsql as $$
declare t text;
begin
  foreach t in array tables loop
    execute format('create trigger record_change after insert or update or delete on %I for each row execute function record_change()', t);
    perform stamp_changes(t);
  end loop;
end $$;

-- An alarm's version counts its steps, which people, devices and clocks make: it is written with them.
select stamp_changes(c.relname) from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'warn';
select stamp_changes('user', array['last_login_at', 'last_login_ip', 'password_hash', 'password_changed_at', 'must_change_password']);
-- A subtree that moves is an edit of its top alone.
select stamp_changes('department', array['path']);
