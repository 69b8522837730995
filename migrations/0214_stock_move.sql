-- 出入库与借还: each time a device came into the store, went out of it or was lent; a loan is open until it ends.
create table stock_move (
  id bigint primary key default nextval('id_seq'),
  equipment_id bigint not null references equipment (id),
  kind text not null check (kind in ('in', 'issue', 'return', 'loan', 'scrap')),
  batch text,
  supplier text,
  -- to whom it went
  customer_id bigint references customer (id),
  -- of a loan
  due_date date check ((due_date is not null) = (kind = 'loan')),
  ended_at timestamptz check (ended_at is null or kind = 'loan'),
  condition text check (condition in ('good', 'broken')),
  note text,
  -- the day of which device staff was told that it comes
  told_due date,
  open_due date generated always as (case when ended_at is null then due_date end) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);

-- What is known of devices that stand here already.
insert into stock_move (equipment_id, kind, batch, supplier, created_at, created_by, updated_at)
  select id, 'in', batch, supplier, created_at, created_by, created_at from equipment where deleted_at is null;
insert into stock_move (equipment_id, kind, note, created_at, created_by, updated_at)
  select c.equipment_id, case c.state when 'stock' then 'return' when 'scrapped' then 'scrap' else 'issue' end, c.reason, c.at, c.created_by, c.at
  from equipment_state_change c join equipment e on e.id = c.equipment_id
  where c.state in ('stock', 'scrapped') or (c.from_state = 'stock' and c.state in ('issued', 'activated', 'in_use'));

create unique index stock_move_open on stock_move (equipment_id) where open_due is not null;
create index stock_move_of on stock_move (equipment_id, created_at);
create index stock_move_of_person on stock_move (customer_id) where customer_id is not null;
create index stock_move_due on stock_move (open_due, created_at desc, id desc) where deleted_at is null;
select watch_changes(array['stock_move']);
