-- When a battery that ends soon was made work; not again before it is charged.
alter table device_state add column battery_told_at timestamptz;
create index device_state_low on device_state (device_id) where battery_told_at is not null;
