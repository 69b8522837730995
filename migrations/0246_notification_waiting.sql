-- Of thousands that wait the next ones of each channel are read in order, and those that did not come through are found without
-- reading all that were ever sent.
drop index notification_due;
create index notification_due on notification (channel_id, level, next_at, id) where state = 'queued';
create index notification_not_through on notification (id)
  where passed_on_at is null and instead <> '{}' and state in ('queued', 'failed');
