-- Messages without a device are looked for by their time: a BRIN costs an insert nothing that can be measured.
create index raw_message_received on raw_message using brin (received_at) with (pages_per_range = 16);
create index equipment_command_created on equipment_command using brin (created_at) with (pages_per_range = 16);
