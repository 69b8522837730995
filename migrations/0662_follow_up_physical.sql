-- A follow-up may come from an examination, one open at a time. Its words are about health: they lie encrypted.
alter table follow_up
  add column physical_id bigint references physical (id) on delete set null,
  add column request_cipher text,
  drop constraint follow_up_request,
  add constraint follow_up_request check (
    (kind = 'request') = (request_type is not null and (request is not null or request_cipher is not null)));
create index follow_up_physical on follow_up (physical_id) where physical_id is not null;
create unique index follow_up_physical_open on follow_up (physical_id) where state in ('open', 'visit') and deleted_at is null;
