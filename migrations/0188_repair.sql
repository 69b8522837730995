-- 维修: what is wrong with a device, who looks after it, and what came of it. A device that is 维修中 has one open order.
create table repair (
  id bigint primary key default nextval('id_seq'),
  no text not null generated always as ('WX' || id) stored,
  equipment_id bigint not null references equipment (id),
  -- who had it when it broke
  customer_id bigint references customer (id),
  -- which device stands in
  substitute_id bigint references equipment (id),
  fault text not null,
  reported_by text,
  handler text,
  state text not null default 'open' check (state in ('open', 'sent', 'repaired', 'replaced', 'scrapped')),
  sent_to text,
  result text,
  -- yuan
  cost double precision,
  closed_at timestamptz,
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index repair_open on repair (equipment_id) where state in ('open', 'sent') and deleted_at is null;
create index repair_of on repair (equipment_id, created_at);
create index repair_of_person on repair (customer_id) where customer_id is not null;
create index repair_substitute on repair (substitute_id) where substitute_id is not null;
create index repair_newest on repair (created_at desc, id desc) where deleted_at is null;
select watch_changes(array['repair']);

-- Devices that are in repair already, as far as it is written down why.
insert into repair (equipment_id, customer_id, fault, created_at, updated_at)
  select e.id, e.customer_id, coalesce(c.reason, '维修中'), coalesce(c.at, e.updated_at), coalesce(c.at, e.updated_at)
  from equipment e left join lateral (
    select reason, at from equipment_state_change where equipment_id = e.id and state = 'repair' order by at desc, id desc limit 1) c on true
  where e.state = 'repair' and e.deleted_at is null;
