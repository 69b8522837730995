-- Speed with the newest fix, km/h: who moves is filtered over everybody, without a look into the partitions.
alter table device_state add column speed real;
-- Version of what takes places off open maps: consents and ownership.
insert into cache_version (name) values ('place');
