-- Pages of devices of one department, project or state without the others, newest first; codes and places stand in the index.
create index equipment_of_department on equipment (department_id, created_at desc, id desc)
  include (project_id, model_id, state, customer_id, gateway_id) where deleted_at is null;
create index equipment_of_project on equipment (project_id, created_at desc, id desc)
  include (department_id, model_id, state, customer_id, gateway_id) where deleted_at is null;
create index equipment_of_state on equipment (state, created_at desc, id desc)
  include (department_id, project_id, model_id, customer_id, gateway_id) where deleted_at is null;
-- Written when a level is kept, as that of the battery.
create index device_state_battery_days on device_state (((state_values ->> 'batteryDays')::int));
