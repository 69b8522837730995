-- Seeded models as earlier releases left them, which nobody has edited, can do what the decoders can by now: a database that
-- was migrated has the same models as a new one.
update model m set capabilities = s.now::text[]
from (values
  ('watch', '{sos,call,locate,heart_rate,fall,battery}',
    '{sos,call,locate,heart_rate,fall,battery,find,restart,interval,contacts,heart_interval,quiet_hours,fall_sensitivity,parameters}'),
  ('jt808', '{sos,locate,battery}', '{sos,locate,battery,restart,interval,call,contacts,parameters}'),
  ('gt06', '{sos,locate,battery}', '{sos,locate,battery,restart,interval,contacts,parameters}'),
  ('h02', '{sos,locate,battery}', '{sos,battery,restart,interval}'),
  ('ev07b', '{sos,call,locate,fall,battery}',
    '{sos,call,fall,locate,battery,find,restart,interval,contacts,quiet_hours,fall_sensitivity,parameters}'),
  ('ev07b', '{sos,call,fall,battery,parameters}',
    '{sos,call,fall,locate,battery,find,restart,interval,contacts,quiet_hours,fall_sensitivity,parameters}')
) as s (code, was, now)
where m.code = s.code and m.built_in and m.deleted_at is null and m.version = 1 and m.updated_by is null
  and m.capabilities <@ s.was::text[] and m.capabilities @> s.was::text[];
