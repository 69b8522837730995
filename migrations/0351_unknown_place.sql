-- Where a number that nobody registered was last, for the alarm of its press.
alter table unknown_message
  add column lat double precision,
  add column lng double precision,
  add column accuracy double precision,
  add column position_source text,
  add column position_at timestamptz;

-- A press of such a number is a call for help as any other, at the desk of whoever takes alarms.
update warn set family = 'sos', level = 1, version = version + 1, updated_at = now()
where type = 'unknown' and customer_id is null and equipment_id is null and created_by is null and status in ('pending', 'handling');
