-- 流量卡: the ledger of cards, found by their ICCID. A device names the card in it by the same number; what both show (number and
-- last day) is written at either and kept in step here, and a card in a device lies where the device does.
create table sim (
  id bigint primary key default nextval('id_seq'),
  iccid text not null,
  number text,
  operator text check (operator in ('mobile', 'unicom', 'telecom', 'broadnet')),
  plan text,
  activated_at date,
  expire_date date,
  -- of the last renewal
  batch text,
  remark text,
  -- which device has it
  equipment_id bigint references equipment (id) on delete set null,
  department_id bigint not null references department (id),
  project_id bigint not null references project (id),
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index sim_iccid on sim (iccid) where deleted_at is null;
create unique index sim_equipment on sim (equipment_id) where deleted_at is null and equipment_id is not null;
create index sim_had on sim (equipment_id) where equipment_id is not null;
create index sim_expire on sim (expire_date) where deleted_at is null and expire_date is not null;
create index sim_newest on sim (created_at desc, id desc) where deleted_at is null;

-- What was told of cards that end soon, each step of each last day once.
create table sim_reminder (
  sim_id bigint not null references sim (id) on delete cascade,
  expire_date date not null,
  -- 30 and 7 days before the end
  days int not null check (days in (30, 7)),
  notice_id bigint references notice (id) on delete set null,
  at timestamptz not null default now(),
  primary key (sim_id, expire_date, days)
);
create index sim_reminder_notice on sim_reminder (notice_id) where notice_id is not null;

-- A card is in one device; of several the newest keeps it, and the log of differences has what the others held.
update equipment e set iccid = null where deleted_at is null and iccid is not null
  and exists (select 1 from equipment o where o.iccid = e.iccid and o.deleted_at is null and o.id > e.id);
insert into sim (iccid, number, expire_date, equipment_id, department_id, project_id, demo, created_by)
  select iccid, number, sim_expire_date, id, department_id, project_id, demo, created_by from equipment
  where iccid is not null and deleted_at is null;
select watch_changes(array['sim']);

-- A card that comes into a device brings along what is known of it; one that is taken out leaves nothing of it behind.
create function fill_from_card() returns trigger language plpgsql as $$
declare card sim;
begin
  if tg_op = 'INSERT' then
    if new.iccid is null then return new; end if;
    select * into card from sim where iccid = new.iccid and deleted_at is null;
    new.number := coalesce(new.number, card.number);
    new.sim_expire_date := coalesce(new.sim_expire_date, card.expire_date);
    return new;
  end if;
  if new.iccid is not distinct from old.iccid then return new; end if;
  select * into card from sim where iccid = new.iccid and deleted_at is null;
  if new.number is not distinct from old.number then
    new.number := case when old.iccid is null then coalesce(card.number, old.number) else card.number end;
  end if;
  if new.sim_expire_date is not distinct from old.sim_expire_date then
    new.sim_expire_date := case when old.iccid is null then coalesce(card.expire_date, old.sim_expire_date) else card.expire_date end;
  end if;
  return new;
end $$;
create trigger fill_from_card before insert or update of iccid on equipment for each row execute function fill_from_card();

-- What is entered at the device is written into the ledger, with where the device is.
create function keep_card() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.iccid is not null and (new.iccid is distinct from old.iccid or new.deleted_at is not null) then
    update sim set equipment_id = null where equipment_id = new.id and iccid = old.iccid and deleted_at is null;
  end if;
  if new.iccid is null or new.deleted_at is not null then return null; end if;
  insert into sim as card (iccid, number, expire_date, equipment_id, department_id, project_id, demo, created_by)
    values (new.iccid, new.number, new.sim_expire_date, new.id, new.department_id, new.project_id, new.demo, nullif(greatest(actor_id(), 0), 0))
  on conflict (iccid) where deleted_at is null do update set number = excluded.number, expire_date = excluded.expire_date,
    equipment_id = excluded.equipment_id, department_id = excluded.department_id, project_id = excluded.project_id
    where (card.number, card.expire_date, card.equipment_id, card.department_id, card.project_id)
      is distinct from (excluded.number, excluded.expire_date, excluded.equipment_id, excluded.department_id, excluded.project_id);
  return null;
end $$;
create trigger keep_card after insert or update of iccid, number, sim_expire_date, department_id, project_id, deleted_at on equipment
  for each row execute function keep_card();

-- What is entered in the ledger is what the device shows; a card that went into another device is in the former one no more.
create function tell_device() returns trigger language plpgsql as $$
begin
  if new.equipment_id is distinct from old.equipment_id then
    update equipment set iccid = null where id = old.equipment_id and iccid = new.iccid and deleted_at is null;
  end if;
  update equipment set number = new.number, sim_expire_date = new.expire_date
    where id = new.equipment_id and iccid = new.iccid and deleted_at is null
      and (number, sim_expire_date) is distinct from (new.number, new.expire_date);
  return null;
end $$;
create trigger tell_device after update of number, expire_date, equipment_id on sim for each row execute function tell_device();
