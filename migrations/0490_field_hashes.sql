-- The search hashes of an encrypted field are as little in the log as those of the ID number: the cipher says that it changed.
create or replace function record_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := '{}';
  new_row jsonb := '{}';
  diff jsonb;
  key text;
begin
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  select jsonb_object_agg(f.key, case when right(f.key, 7) = '_cipher' or f.key = 'secret_hash' then jsonb_build_array(
        case when coalesce(old_row -> f.key, 'null') <> 'null' then '***' end, case when coalesce(new_row -> f.key, 'null') <> 'null' then '***' end)
      else jsonb_build_array(old_row -> f.key, new_row -> f.key) end) into diff
    from (select jsonb_object_keys(old_row || new_row) as key) f
    where (old_row -> f.key) is distinct from (new_row -> f.key)
      and f.key not in ('version', 'updated_at', 'updated_by', 'grams', 'password_hash', 'token_hash', 'id_no_hash', 'id_no_tail_hash')
      and not (f.key <> 'secret_hash' and right(f.key, 5) = '_hash' and (old_row || new_row) ? (regexp_replace(f.key, '(_tail)?_hash$', '') || '_cipher'))
      and not (tg_table_name = 'warn' and f.key = 'overdue')
      and not (tg_op = 'INSERT' and coalesce(new_row -> f.key, 'null') = 'null');
  if diff is null then return null; end if;
  key := coalesce(new_row ->> 'id', old_row ->> 'id',
    (select string_agg(v.value, ',' order by v.key) from jsonb_each_text(case when tg_op = 'DELETE' then old_row else new_row end) v where v.key like '%\_id' or v.key in ('list', 'type', 'method', 'path')));
  insert into change_log (actor_id, trace_id, table_name, row_id, action, changes)
    values (nullif(current_setting('anhao.actor', true), '')::bigint, nullif(current_setting('anhao.trace', true), ''),
            tg_table_name, coalesce(key, ''), lower(tg_op), diff);
  return null;
end $$;
