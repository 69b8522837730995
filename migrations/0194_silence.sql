-- Since when messages of devices have been taken without a break, on any node; beaten every few seconds.
create table equipment_heartbeat (
  id int primary key default 1 check (id = 1),
  up_since timestamptz not null,
  beaten_at timestamptz not null
);

-- When a device was last heard again after it had been silent, and when its silence was made work.
alter table device_state add column returned_at timestamptz, add column silence_told_at timestamptz;
-- What has been silent before this rule was there is no new work.
update device_state set silence_told_at = now() where not online and last_seen_at is not null;
