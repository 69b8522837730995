-- Every device of kind gateway has a row in gateway; what hangs on a device that is deleted for good goes with it.
alter table gateway drop constraint gateway_id_fkey,
  add constraint gateway_id_fkey foreign key (id) references equipment (id) on delete cascade;
alter table gateway_link drop constraint gateway_link_gateway_id_fkey,
  add constraint gateway_link_gateway_id_fkey foreign key (gateway_id) references gateway (id) on delete cascade;
alter table gateway_child drop constraint gateway_child_gateway_id_fkey,
  add constraint gateway_child_gateway_id_fkey foreign key (gateway_id) references gateway (id) on delete cascade;
alter table gateway_beat drop constraint gateway_beat_gateway_id_fkey,
  add constraint gateway_beat_gateway_id_fkey foreign key (gateway_id) references gateway (id) on delete cascade;
alter table device_attribute drop constraint device_attribute_equipment_id_fkey,
  add constraint device_attribute_equipment_id_fkey foreign key (equipment_id) references equipment (id) on delete cascade;
-- The remark stands in the row of the device.
alter table gateway drop column remark;

create function add_gateway() returns trigger language plpgsql as $$
begin
  insert into gateway (id, created_by)
    select n.id, n.created_by from fresh n join model m on m.id = n.model_id where m.kind = 'gateway'
      and not exists (select 1 from gateway g where g.id = n.id)
    on conflict (id) do nothing;
  return null;
end $$;
create trigger add_gateway_new after insert on equipment referencing new table as fresh
  for each statement execute function add_gateway();
create trigger add_gateway_changed after update on equipment referencing new table as fresh
  for each statement execute function add_gateway();

-- The model for anything that speaks to ThingsBoard was a gateway: what is registered as one stays one.
insert into model (code, name, kind, protocol, interval_seconds, offline_seconds, capabilities, built_in)
  select 'thingsboard_gateway', 'ThingsBoard 网关', 'gateway', 'thingsboard', 120, 360, '{restart}', true
  from model m where m.code = 'thingsboard' and m.built_in and m.kind = 'gateway' and m.deleted_at is null
    and exists (select 1 from equipment e where e.model_id = m.id)
    and not exists (select 1 from model g where g.code = 'thingsboard_gateway' and g.deleted_at is null);
update equipment e set model_id = g.id
  from model m, model g
  where e.model_id = m.id and m.code = 'thingsboard' and m.built_in and m.kind = 'gateway' and m.deleted_at is null
    and g.code = 'thingsboard_gateway' and g.kind = 'gateway' and g.deleted_at is null;
update model m set kind = 'sensor', capabilities = '{battery,restart,parameters}'
  where m.code = 'thingsboard' and m.built_in and m.kind = 'gateway' and m.deleted_at is null
    and not exists (select 1 from equipment e where e.model_id = m.id);

insert into gateway (id, created_by)
  select e.id, e.created_by from equipment e join model m on m.id = e.model_id where m.kind = 'gateway'
  on conflict (id) do nothing;

-- The address of a radio has no case: labels print capitals.
update equipment_identifier i set number = lower(i.number)
  where i.protocol in ('z2m', 'lorawan') and i.number ~* '^(0x)?[0-9a-f]{16}$' and i.number <> lower(i.number)
    and not exists (select 1 from equipment_identifier o where o.protocol = i.protocol and o.number = lower(i.number));
