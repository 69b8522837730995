-- A SIM card's ICCID, number and last day are columns of sim alone: a device has the card that names it (sim.equipment_id).
-- A card may have no ICCID yet: a device may have a number or a last day before somebody reads its card.
drop trigger fill_from_card on equipment;
drop trigger keep_card on equipment;
drop trigger tell_device on sim;
drop function fill_from_card();
drop function keep_card();
drop function tell_device();
alter table sim alter column iccid drop not null;

alter table sim disable trigger user;
insert into sim (iccid, number, expire_date, equipment_id, department_id, project_id, demo, created_by)
  select case when not exists (select 1 from sim s where s.iccid = e.iccid and s.deleted_at is null) then e.iccid end,
    e.number, e.sim_expire_date, e.id, e.department_id, e.project_id, e.demo, e.created_by
  from equipment e
  where e.deleted_at is null and num_nonnulls(e.iccid, e.number, e.sim_expire_date) > 0
    and not exists (select 1 from sim s where s.equipment_id = e.id and s.deleted_at is null);
alter table sim enable trigger user;

-- Keywords find a device by its card in the grams of sim; the column of equipment is generated again without the ICCID.
alter table sim add column grams text[] not null generated always as (grams_of(coalesce(iccid, ''))) stored;
create index sim_grams on sim using gin (grams) with (fastupdate = off);
alter table equipment drop column grams, drop column iccid, drop column number, drop column sim_expire_date;
alter table equipment add column grams text[] not null generated always as (grams_of(name, sn, coalesce(imei, ''))) stored;
create index equipment_grams on equipment using gin (grams) with (fastupdate = off);
analyze sim, equipment;
