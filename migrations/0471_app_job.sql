-- A job belongs to a person or to an application, which needs no person behind it.
alter table job
  add column app_id bigint references app (id),
  alter column owner_id drop not null,
  add constraint job_belongs check (num_nonnulls(owner_id, app_id) = 1);
create index job_app on job (app_id, created_at desc) where app_id is not null;
