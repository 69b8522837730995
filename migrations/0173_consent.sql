-- What somebody has agreed to, and who signed for it: one row a purpose and signature, never overwritten.
create table consent (
  id bigint primary key default nextval('id_seq'),
  customer_id bigint not null references customer (id),
  purpose text not null check (purpose in ('service', 'health', 'location', 'family', 'recording', 'photo', 'transfer')),
  signed_by text not null,
  relation text not null,
  signed_at timestamptz not null,
  -- its last day by the clock of the person's project
  until date,
  file_id bigint references file (id),
  withdrawn_at timestamptz,
  reason text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz,
  check ((withdrawn_at is null) = (reason is null))
);
-- Ingest asks it for each person whose device reports a place.
create index consent_customer on consent (customer_id, purpose);
create index consent_file on consent (file_id) where file_id is not null;
-- What runs out soon.
create index consent_until on consent (until) where withdrawn_at is null and until is not null;

-- The invented people of a demo go on being shown where they are.
insert into consent (customer_id, purpose, signed_by, relation, signed_at)
select c.id, p.purpose, c.name, 'self', c.created_at from customer c
cross join unnest(array['service', 'health', 'location', 'family']) as p (purpose)
where c.demo and c.deleted_at is null;

select watch_changes(array['consent']);
