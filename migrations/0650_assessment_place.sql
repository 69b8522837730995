-- Lists of one department read its own assessments: their place follows the person's. It is null while the person is deleted.
alter table assessment add column department_id bigint, add column project_id bigint;

-- The lock lets no move of the person pass between.
create function place_assessment() returns trigger language plpgsql as $$
begin
  select c.department_id, c.project_id into new.department_id, new.project_id
    from customer c where c.id = new.customer_id and c.deleted_at is null for share;
  return new;
end $$;
create trigger place_assessment before insert or update of customer_id on assessment for each row execute function place_assessment();
create function move_assessments() returns trigger language plpgsql as $$
begin
  update assessment a set department_id = case when new.deleted_at is null then new.department_id end,
    project_id = case when new.deleted_at is null then new.project_id end
    where a.customer_id = new.id;
  return null;
end $$;
create trigger move_assessments after update of department_id, project_id, deleted_at on customer for each row
  when ((old.department_id, old.project_id, old.deleted_at is null) is distinct from (new.department_id, new.project_id, new.deleted_at is null))
  execute function move_assessments();

create or replace function hold_done() returns trigger language plpgsql as $$
declare signed int; wanted int;
  free text[] := '{status,latest,expiry_notified_at,customer_id,department_id,project_id,version,updated_at,updated_by}';
begin
  if tg_op = 'UPDATE' and old.status in ('done', 'void', 'replaced') then
    if to_jsonb(old) - free <> to_jsonb(new) - free
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
-- The place follows the person: it is nobody's edit.
select stamp_changes('assessment', array['department_id', 'project_id']);

alter table assessment disable trigger user;
update assessment a set department_id = c.department_id, project_id = c.project_id
  from customer c where c.id = a.customer_id and c.deleted_at is null;
alter table assessment enable trigger user;

-- Filters and orders of one department come from its index alone; those of few people read their rows.
drop index assessment_customer;
create index assessment_customer on assessment (customer_id, date desc, id desc) include (department_id, project_id);
create index assessment_department on assessment (department_id, date desc, id desc)
  include (scale, status, latest, valid_until, total, final, manual_grade, assessor_ids, no, created_at, project_id, customer_id);
create index assessment_project on assessment (project_id, date desc, id desc);
