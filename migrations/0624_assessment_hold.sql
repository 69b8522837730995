-- The status code that other programs read is `void`.
drop index assessment_replaces;
alter table assessment drop constraint assessment_status_check;
alter table assessment add constraint assessment_status_check check (status in ('draft', 'review', 'done', 'void', 'replaced'));
create unique index assessment_replaces on assessment (replaces_id) where replaces_id is not null and status <> 'void';

-- Why it replaces another one, in words; the replaced one takes them over as the reason of its end.
alter table assessment_form add column replace_reason_cipher text;

-- A finished assessment is only voided or replaced. It becomes `done` when it is complete, has a grade where the matrix
-- has none, and is signed by as many of its assessors as the scale asks for, over these answers, and reviewed by another.
create or replace function hold_done() returns trigger language plpgsql as $$
declare signed int; wanted int;
begin
  if tg_op = 'UPDATE' and old.status in ('done', 'void', 'replaced') then
    if (to_jsonb(old) - '{status,latest,expiry_notified_at,customer_id,version,updated_at,updated_by}'::text[])
      <> (to_jsonb(new) - '{status,latest,expiry_notified_at,customer_id,version,updated_at,updated_by}'::text[])
      or (old.status <> new.status and (old.status <> 'done' or new.status not in ('void', 'replaced'))) then
      raise exception 'a finished assessment never changes' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.status = 'replaced' then
    raise exception 'only a finished assessment is replaced' using errcode = 'integrity_constraint_violation';
  elsif new.status = 'done' then
    select count(*) into signed from assessment_signature s join assessment_form f using (assessment_id)
      where s.assessment_id = new.id and s.who = 'assessor' and s.hash = f.hash and s.user_id = any(new.assessor_ids);
    select coalesce((v.definition ->> 'assessors')::int, 1) into wanted from scale_version v where v.id = new.scale_version_id;
    if tg_op = 'INSERT' or old.status <> 'review' or signed < wanted or new.reviewed_by is null or new.reviewed_by = any(new.assessor_ids)
      or new.manual <> (new.manual_grade is not null)
      or exists (select 1 from assessment_signature s join assessment_form f using (assessment_id) where s.assessment_id = new.id and s.hash <> f.hash)
      or not exists (select 1 from assessment_form f where f.assessment_id = new.id and f.hash is not null and (f.result ->> 'complete')::boolean) then
      raise exception 'an assessment is done when it is complete, signed and reviewed' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return new;
end $$;
-- Rows of a deleted person or draft go with it: then the assessment is no longer there.
create or replace function hold_form() returns trigger language plpgsql as $$
begin
  if exists (select 1 from assessment a where a.id = old.assessment_id and a.status in ('done', 'void', 'replaced')) and not is_rekey()
    and (tg_op = 'DELETE' or (to_jsonb(old) - 'end_reason_cipher') <> (to_jsonb(new) - 'end_reason_cipher')) then
    raise exception 'a finished assessment never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger hold_form before update or delete on assessment_form for each row execute function hold_form();
create or replace function hold_signature() returns trigger language plpgsql as $$
begin
  if exists (select 1 from assessment a where a.id = coalesce(new.assessment_id, old.assessment_id) and a.status in ('done', 'void', 'replaced'))
    and not is_rekey() then
    raise exception 'a finished assessment never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger hold_signature before insert or update or delete on assessment_signature for each row execute function hold_signature();
