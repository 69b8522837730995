-- The place of an examination is null while the person is deleted: lists read it without the person. The lock lets no move of
-- the person pass between.
create or replace function place_physical() returns trigger language plpgsql as $$
begin
  select c.department_id, c.project_id into new.department_id, new.project_id
    from customer c where c.id = new.customer_id and c.deleted_at is null for share;
  return new;
end $$;
create or replace function move_physicals() returns trigger language plpgsql as $$
begin
  update physical p set department_id = case when new.deleted_at is null then new.department_id end,
    project_id = case when new.deleted_at is null then new.project_id end
    where p.customer_id = new.id;
  return null;
end $$;
drop trigger move_physicals on customer;
create trigger move_physicals after update of department_id, project_id, deleted_at on customer for each row
  when ((old.department_id, old.project_id, old.deleted_at is null) is distinct from (new.department_id, new.project_id, new.deleted_at is null))
  execute function move_physicals();
alter table physical disable trigger user;
update physical p set department_id = null, project_id = null from customer c where c.id = p.customer_id and c.deleted_at is not null;
alter table physical enable trigger user;

-- Filters and orders of one department come from its index alone.
drop index physical_department;
create index physical_department on physical (department_id, date desc, id desc)
  include (org_id, kind, status, abnormal, next_date, created_at, project_id, customer_id);
create index physical_project on physical (project_id, date desc, id desc);
