-- Who is away, since when and until when; one at a time. A stay in hospital pauses the service besides.
create table customer_leave (
  id bigint primary key default nextval('id_seq'),
  customer_id bigint not null references customer (id),
  kind text not null check (kind in ('outing', 'home_visit', 'hospital', 'other')),
  from_at timestamptz not null,
  expected_return timestamptz not null,
  returned_at timestamptz,
  companion text,
  phone text,
  note text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index customer_leave_open on customer_leave (customer_id) where returned_at is null;
create index customer_leave_customer on customer_leave (customer_id, from_at desc);
create index customer_leave_due on customer_leave (expected_return) where returned_at is null;
select watch_changes(array['customer_leave']);
