-- when a device last sent more in an hour than is stored of it
alter table device_state add column over_quota_at timestamptz;
