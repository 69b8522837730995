-- The messages of one device on one day are found by the unique index (device_id, key) of that day's partition, which
-- every partition has; a second index on the device cost each message a third of its insert.
drop index raw_message_device;
