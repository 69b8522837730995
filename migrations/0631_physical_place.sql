-- Lists of one department read its own examinations: their place follows the person's. Who entered or edited a value reviews
-- none of it. The readings of an examination are of one instant and source.
alter table physical
  add column department_id bigint,
  add column project_id bigint,
  add column editors bigint[] not null default '{}',
  add column reading_at timestamptz,
  add column reading_source bigint;
-- Version of the examination in which an item, by code, or a field was last changed: a stale edit is answered with what differs.
alter table physical_form add column edited jsonb not null default '{}';

create function place_physical() returns trigger language plpgsql as $$
begin
  select c.department_id, c.project_id into new.department_id, new.project_id from customer c where c.id = new.customer_id;
  return new;
end $$;
create trigger place_physical before insert or update of customer_id on physical for each row execute function place_physical();
create function move_physicals() returns trigger language plpgsql as $$
begin
  update physical p set department_id = new.department_id, project_id = new.project_id where p.customer_id = new.id;
  return null;
end $$;
create trigger move_physicals after update of department_id, project_id on customer for each row
  when (old.department_id is distinct from new.department_id or old.project_id is distinct from new.project_id)
  execute function move_physicals();
update physical p set department_id = c.department_id, project_id = c.project_id from customer c where c.id = p.customer_id;

create or replace function hold_reviewed() returns trigger language plpgsql as $$
declare free text[] := '{status,customer_id,department_id,project_id,version,updated_at,updated_by}';
begin
  if old.status in ('reviewed', 'voided')
    and (to_jsonb(old) - free <> to_jsonb(new) - free
      or (old.status <> new.status and (old.status <> 'reviewed' or new.status <> 'voided'))) then
    raise exception 'a reviewed examination never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'reviewed' and old.status <> 'reviewed'
    and (old.status <> 'submitted' or new.reviewed_by is null or new.reviewed_by is not distinct from new.entered_by
      or new.reviewed_by = any(new.editors)) then
    raise exception 'an examination is reviewed by who did not enter it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
-- The place follows the person: it is nobody's edit.
select stamp_changes('physical', array['department_id', 'project_id']);

create index physical_department on physical (department_id, date desc, id desc);
create index physical_done on physical (customer_id, date desc) where kind = 'annual' and status in ('submitted', 'reviewed');
