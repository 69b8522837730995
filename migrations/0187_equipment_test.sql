-- Windows in which what one device sends is a test, with who opened them and the message that ended them. What runs now
-- stands with the device's state too, which each message locks and reads.
create table equipment_test (
  id bigint primary key default nextval('id_seq'),
  equipment_id bigint not null references equipment (id),
  started_at timestamptz not null default now(),
  until_at timestamptz not null,
  started_by bigint not null,
  ended_at timestamptz,
  ended_by bigint,
  -- when the message that is the evidence was received, and its alarm; data: a value or position of a device that raises none
  heard_at timestamptz,
  heard_type text
);
create unique index equipment_test_open on equipment_test (equipment_id) where ended_at is null;
create index equipment_test_of on equipment_test (equipment_id, started_at);
select watch_changes(array['equipment_test']);

alter table device_state
  add column test_from timestamptz,
  add column test_until timestamptz,
  -- which message ends it: a call for help, any alarm, or any data
  add column test_by text check (test_by in ('help', 'alarm', 'data'));
