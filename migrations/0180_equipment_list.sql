-- What the list of devices shows, is filtered by and searched in, beside what stands there already.
alter table equipment
  add column sim_expire_date date,
  add column warranty_date date,
  add column batch text,
  add column supplier text,
  add column remark text;

-- Every run of one and two signs of the texts, lower case: what a search of any length is narrowed by.
create function grams_of(variadic given text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from unnest(given) t (one),
    lateral (select lower(regexp_replace(one, '\s+', '', 'g')) as line) l, generate_series(1, length(line)) at,
    lateral (values (substr(line, at, 1)), (substr(line, at, 2))) g (gram)
$$;
alter table equipment add column grams text[] not null
  generated always as (grams_of(name, sn, coalesce(imei, ''), coalesce(iccid, ''))) stored;

-- An IMEI is of one device; of several the first keeps it, and the log of differences has what the others held.
update equipment e set imei = null where deleted_at is null and imei is not null
  and exists (select 1 from equipment o where o.imei = e.imei and o.deleted_at is null and o.id < e.id);
create unique index equipment_imei on equipment (imei) where deleted_at is null and imei is not null;

create index equipment_grams on equipment using gin (grams) with (fastupdate = off);
-- The newest devices first, filtered without reading their rows: codes and places stand in the index.
create index equipment_newest on equipment (created_at desc, id desc)
  include (department_id, project_id, model_id, state, customer_id, gateway_id) where deleted_at is null;
create index equipment_name on equipment (name) where deleted_at is null;
create index equipment_model on equipment (model_id);
create index equipment_sim on equipment (sim_expire_date) where deleted_at is null and sim_expire_date is not null;
create index equipment_activated on equipment (activated_at) where deleted_at is null and activated_at is not null;
create index equipment_creator on equipment (created_by) where deleted_at is null;
create index device_state_battery on device_state (battery) where battery is not null;

-- Devices are counted as they come and go, like people.
create trigger count_added after insert on equipment referencing new table as after for each statement execute function count_placed();
create trigger count_moved after update on equipment referencing old table as before new table as after for each statement execute function count_placed();
create trigger count_gone after delete on equipment referencing old table as before for each statement execute function count_placed();

insert into placed_count (table_name, project, department, n)
  select 'equipment', project_id, department_id, count(*) from equipment where deleted_at is null group by 2, 3;
