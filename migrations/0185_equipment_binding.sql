-- What is known of a binding: when and by whom it was installed, its picture, and how it was tried on the spot. The column
-- is written anew in place of an update of each row, which would fill the log with edits that nobody made.
alter table equipment_binding alter column tested drop default;
alter table equipment_binding alter column tested type text using case when tested then 'attested' else 'none' end;
alter table equipment_binding rename column tested to test_kind;
alter table equipment_binding
  alter column test_kind set default 'none',
  add constraint equipment_binding_test_kind check (test_kind in ('message', 'attested', 'none')),
  add column installed_at timestamptz,
  add column installer text,
  add column photo_file_id bigint references file (id),
  add column tested_at timestamptz,
  add column tested_by bigint,
  add column test_note text;
create index equipment_binding_photo on equipment_binding (photo_file_id) where photo_file_id is not null;

-- 已激活 is what has been heard; until now it was what was bound and not tried.
alter table equipment disable trigger user;
update equipment e set activated_at = coalesce(e.installed_at, e.created_at), state = case when e.state = 'stock' then 'activated' else e.state end
  from device_state s where s.device_id = e.id and e.activated_at is null and s.last_seen_at is not null;
update equipment set state = 'issued' where state = 'activated' and activated_at is null;
alter table equipment enable trigger user;
