-- The reporting interval that each device was set to: how old its place may be.
create index equipment_command_reporting on equipment_command (equipment_id, id desc) where command = 'interval' and state in ('sent', 'acknowledged');
