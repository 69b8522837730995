-- By which people know an application, and whether its own house trusts it so far that they are not asked (domain.md 10.1).
alter table app
  add column logo_file_id bigint references file (id),
  add column auto_approve boolean not null default false,
  add column grants text[] not null default '{authorization_code,client_credentials}';

-- What the person agreed to: a scope that comes later is asked for anew. Trusted: nobody was asked.
alter table app_consent
  add column scopes text[] not null default '{}',
  add column trusted boolean not null default false;
update app_consent c set scopes = a.scopes from app a where a.id = c.app_id;
