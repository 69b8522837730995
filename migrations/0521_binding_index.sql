-- Former bindings of a device: whose its values are.
create index equipment_binding_equipment on equipment_binding (equipment_id, bound_at);
