-- Quiet hours: HH:mm by the wall clock of the project, over midnight where the first is the later one. Whom an alarm below level 1
-- would reach in theirs is told when they end.
alter table "user" add column quiet_from text, add column quiet_to text,
  add check ((quiet_from is null) = (quiet_to is null));
alter table customer_contact add column quiet_from text, add column quiet_to text,
  add check ((quiet_from is null) = (quiet_to is null));
alter table notification add column held_until timestamptz;
create index notification_held on notification (held_until) where state = 'queued' and held_until is not null;
