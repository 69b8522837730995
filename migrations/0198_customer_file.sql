-- Papers that are kept with a person: what is no consent and no proof of an entitlement.
create table customer_file (
  id bigint primary key default nextval('id_seq'),
  customer_id bigint not null references customer (id),
  -- Of a row that was deleted the file goes after a day.
  file_id bigint references file (id) on delete set null,
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create index customer_file_customer on customer_file (customer_id);
create index customer_file_file on customer_file (file_id) where file_id is not null;
select watch_changes(array['customer_file']);
