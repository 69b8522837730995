-- A closed case is a record: how its device stood when it rang, and position, vitals and devices as they were at its end
-- (health: encrypted).
alter table warn
  add column raised_device jsonb,
  add column record_cipher text;
