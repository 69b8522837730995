-- When a kind was last out of its band, whatever came afterwards; a newer normal value writes no index.
alter table reading_latest add column abnormal_at timestamptz;
update reading_latest set abnormal_at = at where level is not null;
create index reading_latest_abnormal on reading_latest (abnormal_at) include (customer_id) where abnormal_at is not null;
drop index reading_latest_level;

-- When a person was last measured, at most an hour behind the newest value: written once an hour, so that it can have an index.
create table reading_person (
  customer_id bigint primary key,
  measured_at timestamptz not null
);
insert into reading_person select customer_id, max(at) from reading_latest group by customer_id;
create index reading_person_measured on reading_person (measured_at);
