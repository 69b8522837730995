-- Words of health staff about a step of a warn of health, encrypted.
create table health_note (
  step_id bigint primary key references warn_step (id) on delete cascade,
  note_cipher text not null
);

create index warn_health_open on warn (status desc, level, received_at, id) where type = 'health' and status in ('pending', 'handling');
create index warn_health_newest on warn (created_at desc, id desc) where type = 'health';
create index warn_health_sign on warn (split_part(subject, ':', 3), created_at desc, id desc) where type = 'health';
create index warn_health_ignored on warn (created_at desc, id desc) where type = 'health' and ignored_at is not null;
