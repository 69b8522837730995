-- What was asked of a device, and what came of it (domain.md 4.3).
create table equipment_command (
  id bigint primary key default nextval('id_seq'),
  equipment_id bigint not null references equipment (id),
  command text not null,
  params jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sent', 'acknowledged', 'failed', 'expired')),
  -- how often it was written to the device's connection
  tries int not null default 0,
  valid_until timestamptz not null,
  sent_at timestamptz,
  answered_at timestamptz,
  answer text,
  created_at timestamptz not null default now(),
  created_by bigint
);
create index equipment_command_equipment on equipment_command (equipment_id, id desc);
create index equipment_command_open on equipment_command (id) where state in ('queued', 'sent');
