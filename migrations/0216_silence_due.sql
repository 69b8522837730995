-- A device that is online cannot be silent before this instant: set when it is judged, not with its messages, whose rows
-- stay as cheap to write as they were. Judging reads what is due by its index, instead of everything that is online.
alter table device_state add column quiet_until timestamptz not null default 'epoch';
create index device_state_due on device_state (quiet_until) where online;
