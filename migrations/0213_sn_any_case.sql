-- A new SN is compared with those there are in whatever letter case; it is not unique, for two may stand there already.
create index equipment_sn_any_case on equipment (lower(sn)) where deleted_at is null;
