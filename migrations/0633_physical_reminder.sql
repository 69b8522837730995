-- The next examination is a matter of a person that comes due.
alter table customer_reminder drop constraint customer_reminder_kind_check,
  add constraint customer_reminder_kind_check check (kind in ('return', 'leave', 'consent', 'benefit', 'physical'));
