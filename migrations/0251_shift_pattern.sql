-- 班次: the hours that turns are put on the roster by, for everybody or of one project. A turn keeps the name and the hours that
-- it was given: what is edited here changes nothing that has begun.
create table shift_pattern (
  id bigint primary key default nextval('id_seq'),
  -- none: for every project
  project_id bigint references project (id),
  name text not null,
  -- by the clock of the roster's zone; an end that is not after the beginning is the next day's
  from_clock text not null check (from_clock ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  until_clock text not null check (until_clock ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- how many people it takes on a day; 0: not watched
  min_staff int not null default 0 check (min_staff between 0 and 99),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index shift_pattern_name on shift_pattern (coalesce(project_id, 0), name) where deleted_at is null;
select watch_changes(array['shift_pattern']);

insert into shift_pattern (name, from_clock, until_clock)
values ('早班', '08:00', '16:00'), ('中班', '16:00', '00:00'), ('晚班', '00:00', '08:00');

alter table shift_turn add column pattern_id bigint references shift_pattern (id);
alter table shift_turn drop constraint shift_turn_shift_check;
update shift_turn t set pattern_id = (select p.id from shift_pattern p where p.name = n.name), shift = n.name
from (values ('early', '早班'), ('middle', '中班'), ('night', '晚班'), ('other', '其他')) as n (key, name) where t.shift = n.key;
create index shift_turn_pattern on shift_turn (pattern_id, from_at) where deleted_at is null;
