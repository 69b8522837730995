-- Who had the yearly examination in a year is read from an index of that year; the newest of a person without their rows.
create index physical_done_day on physical (date, customer_id) where kind = 'yearly' and status in ('done', 'reviewed');
drop index physical_customer;
create index physical_customer on physical (customer_id, date desc, id desc) include (status);
