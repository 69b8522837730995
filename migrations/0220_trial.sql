-- 试按: when somebody last pressed a device for help, as its messages say it; and what came of the calls in which people were
-- asked to press. Of the tries of a device the one that has not ended says when it is tried again.
alter table device_state add column pressed_at timestamptz;
update device_state s set pressed_at = p.at from (
  select equipment_id, max(at) as at from (
    select equipment_id, received_at as at from warn where type = 'sos' and equipment_id is not null
    union all select equipment_id, heard_at from equipment_test where heard_type = 'sos') a group by equipment_id) p
where p.equipment_id = s.device_id;

create table trial (
  id bigint primary key default nextval('id_seq'),
  equipment_id bigint not null references equipment (id),
  result text not null check (result in ('no_answer', 'inconvenient', 'broken')),
  note text,
  -- how often it was tried since the last press
  tries int not null default 1,
  next_at timestamptz,
  -- tried again, pressed, or out of service
  ended_at timestamptz,
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index trial_open on trial (equipment_id) where ended_at is null;
create index trial_of on trial (equipment_id, created_at);
select watch_changes(array['trial']);
