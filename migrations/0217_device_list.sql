-- Lists of devices by their people, their model, their test and how long they have been silent, without reading the rows of
-- all devices or people. No column of these changes with a message.
create index equipment_by_customer on equipment (customer_id, created_at desc, id desc)
  include (department_id, project_id, model_id, state, gateway_id) where deleted_at is null;
create index equipment_of_model on equipment (model_id, created_at desc, id desc)
  include (department_id, project_id, state, customer_id, gateway_id) where deleted_at is null;
drop index customer_region;
create index customer_region on customer (region_code text_pattern_ops, id) where deleted_at is null;
drop index equipment_binding_open;
create unique index equipment_binding_open on equipment_binding (equipment_id) include (test_kind) where unbound_at is null;
create index device_state_since on device_state (offline_since) where offline_since is not null;
