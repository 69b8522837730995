-- The filters of the list of people that had to look at everybody: whose assessment is over, whose device is silent.
create index customer_assessed on customer (assessed_until) where deleted_at is null and assessed_until is not null;
create index device_state_silent on device_state (device_id) where not online;
