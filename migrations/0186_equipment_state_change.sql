-- Each change of a device's state, with who and why; by nobody: the product itself, when a message was heard.
create table equipment_state_change (
  id bigint primary key default nextval('id_seq'),
  equipment_id bigint not null references equipment (id),
  at timestamptz not null default clock_timestamp(),
  from_state text not null,
  state text not null,
  reason text not null,
  created_by bigint
);
create index equipment_state_change_of on equipment_state_change (equipment_id, at);
