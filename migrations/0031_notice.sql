-- A notice that is also shown on the public page, to people without an account.
alter table notice add column public boolean not null default false;
create index notice_public on notice (published_at desc) where public and status = 'published' and deleted_at is null;
