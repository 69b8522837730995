-- A token of ThingsBoard is a secret without a name.
create index if not exists equipment_secret on equipment (secret_hash) where secret_hash is not null and deleted_at is null;
