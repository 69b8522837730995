-- The codes that other programs read: kind `yearly`, status `done` when submitted, and `void`.
drop index physical_of_day;
drop index physical_abnormal;
drop index physical_done;
alter table physical disable trigger user;
alter table physical drop constraint physical_kind_check, drop constraint physical_status_check;
update physical set kind = case kind when 'annual' then 'yearly' else kind end,
  status = case status when 'submitted' then 'done' when 'voided' then 'void' else status end;
alter table physical
  add constraint physical_kind_check check (kind in ('yearly', 'admission', 'special', 'follow_up')),
  add constraint physical_status_check check (status in ('draft', 'done', 'reviewed', 'void'));
alter table physical enable trigger user;
create unique index physical_of_day on physical (customer_id, date, org_id) where status <> 'void';
create index physical_abnormal on physical using gin (abnormal) where status <> 'void';
create index physical_done on physical (customer_id, date desc) where kind = 'yearly' and status in ('done', 'reviewed');

create or replace function hold_reviewed() returns trigger language plpgsql as $$
declare free text[] := '{status,customer_id,department_id,project_id,version,updated_at,updated_by}';
begin
  if old.status in ('reviewed', 'void')
    and (to_jsonb(old) - free <> to_jsonb(new) - free
      or (old.status <> new.status and (old.status <> 'reviewed' or new.status <> 'void'))) then
    raise exception 'a reviewed examination never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'reviewed' and old.status <> 'reviewed'
    and (old.status <> 'done' or new.reviewed_by is null or new.reviewed_by is not distinct from new.entered_by
      or new.reviewed_by = any(new.editors)) then
    raise exception 'an examination is reviewed by who did not enter it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create or replace function hold_physical_form() returns trigger language plpgsql as $$
begin
  if exists (select 1 from physical p where p.id = old.physical_id and p.status in ('reviewed', 'void')) and not is_rekey()
    and (to_jsonb(old) - 'void_reason_cipher') <> (to_jsonb(new) - 'void_reason_cipher') then
    raise exception 'a reviewed examination never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
