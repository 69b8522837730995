-- Changes of shared attributes on their way to the devices: the node with the connection takes them; what nobody takes is
-- asked for by the device itself when it connects.
create table device_attribute_change (
  id bigint primary key default nextval('id_seq'),
  equipment_id bigint not null references equipment (id) on delete cascade,
  -- {key: value}; null: withdrawn
  shared jsonb not null,
  at timestamptz not null default now()
);
create index device_attribute_change_at on device_attribute_change (at);
