-- What somebody is entitled to, and the paper that says so; its number lies encrypted.
create table benefit (
  id bigint primary key default nextval('id_seq'),
  customer_id bigint not null references customer (id),
  kind text not null check (kind in ('medical', 'long_term_care', 'disability', 'low_income', 'family_planning', 'preferential', 'other')),
  number_cipher text,
  grade text,
  region_code text,
  from_date date,
  until date,
  file_id bigint references file (id),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create index benefit_customer on benefit (customer_id);
create index benefit_file on benefit (file_id) where file_id is not null;
-- What runs out soon.
create index benefit_until on benefit (until) where deleted_at is null and until is not null;
select watch_changes(array['benefit']);
