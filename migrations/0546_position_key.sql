-- Tracks are read from the index alone: a week of 10-second points is 60,480 rows, each on a page of its own.
-- Rebuilds the key of each week's partition, about a minute for 50 million positions.
alter table position drop constraint position_pkey,
  add constraint position_pkey primary key (device_id, at) include (lat, lng, accuracy, speed, source, flags, customer_id);
