-- Links to the place of one person and to the sheet of a lost one, beside those to an alarm's sheet.
alter table share
  alter column warn_id drop not null,
  add column kind text not null default 'sheet' check (kind in ('sheet', 'place', 'lost')),
  add column customer_id bigint references customer (id) on delete cascade,
  -- With name and photo.
  add column whole boolean not null default false,
  add constraint share_of check ((warn_id is null) = (kind = 'place') and (customer_id is null) = (kind = 'sheet'));
create index share_customer on share (customer_id, id desc) where customer_id is not null;
