-- What is silent and no work yet, found without reading every device; no column of it changes with a message.
create index device_state_unsaid on device_state (device_id) where offline_since is not null and silence_told_at is null;
-- What a cloud handed over is asked for by the number of its device or its own.
create index push_log_number on push_log (number, at desc) where number is not null;
create index push_log_message on push_log (message_id, at desc) where message_id is not null;
create index push_log_source on push_log (source, at desc);
