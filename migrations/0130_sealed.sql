-- The end of an ID number, how to get into a home, and what is told to whoever is sent there go from clear columns into
-- encrypted ones: here is room for them, 0131 moves what is there, 0132 drops what stood in clear.
alter table customer
  -- keyed hash of the last four of the ID number, for search
  add column id_no_tail_hash bytea,
  add column entry_cipher text;
create index customer_id_no_tail on customer (id_no_tail_hash) where deleted_at is null and id_no_tail_hash is not null;
alter table warn_dispatch add column note_cipher text;
-- {column: text} that an overwrite replaced, encrypted: the differences do not hold it
alter table import_row add column before_cipher text;

-- Rows of a sealed log from which clear text was taken: the digest that the row had and the one that it has. The proof is
-- keyed outside the database.
create table log_redaction (
  log text not null,
  row_id bigint not null,
  former bytea not null,
  digest bytea not null,
  proof bytea not null,
  at timestamptz not null default clock_timestamp(),
  primary key (log, row_id)
);

-- Of the columns that move nothing is recorded while they do.
create or replace function record_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := '{}';
  new_row jsonb := '{}';
  diff jsonb;
  key text;
begin
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  select jsonb_object_agg(f.key, jsonb_build_array(old_row -> f.key, new_row -> f.key)) into diff
    from (select jsonb_object_keys(old_row || new_row) as key) f
    where (old_row -> f.key) is distinct from (new_row -> f.key)
      and f.key not in ('version', 'updated_at', 'updated_by', 'grams', 'password_hash', 'token_hash', 'secret_hash', 'secret_cipher')
      and not (tg_table_name = 'customer' and f.key in ('id_no_tail', 'id_no_tail_hash', 'entry_note', 'entry_cipher'))
      and not (tg_table_name = 'warn_dispatch' and f.key in ('note', 'note_cipher'))
      and not (tg_op = 'INSERT' and coalesce(new_row -> f.key, 'null') = 'null');
  if diff is null then return null; end if;
  key := coalesce(new_row ->> 'id', old_row ->> 'id',
    (select string_agg(v.value, ',' order by v.key) from jsonb_each_text(case when tg_op = 'DELETE' then old_row else new_row end) v where v.key like '%\_id' or v.key in ('list', 'type', 'method', 'path')));
  insert into change_log (actor_id, trace_id, table_name, row_id, action, changes)
    values (nullif(current_setting('anhao.actor', true), '')::bigint, nullif(current_setting('anhao.trace', true), ''),
            tg_table_name, coalesce(key, ''), lower(tg_op), diff);
  return null;
end $$;
