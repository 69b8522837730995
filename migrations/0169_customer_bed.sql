-- Beds of institutions and stations. Who lies in one is a person who is served; one person a bed, one bed a person.
create table customer_bed (
  id bigint primary key default nextval('id_seq'),
  department_id bigint not null references department (id) on delete cascade,
  building text not null,
  floor text not null,
  room text not null,
  bed text not null,
  -- of a bed that nobody lies in
  state text not null default 'free' check (state in ('free', 'reserved', 'closed')),
  customer_id bigint unique references customer (id) on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create index customer_bed_place on customer_bed (department_id, building, floor, room);
select watch_changes(array['customer_bed']);

-- Who has left, died or is deleted lies nowhere, whichever way that came; of two who become one the merge decides.
create function free_customer_bed() returns trigger language plpgsql as $$
begin
  if new.merged_into is null then
    update customer_bed set customer_id = null where customer_id = new.id;
  end if;
  return null;
end $$;
create trigger free_customer_bed after update of service_state, deleted_at on customer for each row
  when (new.deleted_at is not null or new.service_state in ('ended', 'deceased'))
  execute function free_customer_bed();
