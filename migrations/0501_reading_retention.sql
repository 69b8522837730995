-- Raw readings of 180 days, positions as before; hours of the older ones are made before their partitions go.
update partition_setting set keep_days = 180 where table_name = 'reading' and keep_days = 730;
