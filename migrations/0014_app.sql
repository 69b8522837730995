-- Other applications that people log in to with their account here, or that read through the public API.
create table app (
  id bigint primary key default nextval('id_seq'),
  appid text not null,
  name text not null,
  description text,
  -- kept encrypted, not hashed: every code that we give is signed with it
  secret_cipher text not null,
  -- the one before stays good until then, so that a rotation interrupts nobody
  previous_cipher text,
  previous_until timestamptz,
  redirect_uris text[] not null default '{}',
  scopes text[] not null default '{}',
  -- null: people of all projects
  project_ids bigint[],
  token_minutes int not null default 120 check (token_minutes between 1 and 43200),
  status text not null default 'enabled',
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index app_appid on app (appid);

create table app_code (
  code_hash bytea primary key,
  app_id bigint not null references app (id),
  user_id bigint not null references "user" (id),
  redirect_uri text not null,
  challenge text,
  challenge_method text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index app_code_expiry on app_code (expires_at);

create table app_token (
  token_hash bytea primary key,
  app_id bigint not null references app (id),
  -- null: the application itself
  user_id bigint references "user" (id),
  scopes text[] not null,
  code_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index app_token_code on app_token (code_hash);
create index app_token_expiry on app_token (expires_at);

-- asked once: may this application know who I am
create table app_consent (
  user_id bigint not null references "user" (id),
  app_id bigint not null references app (id),
  at timestamptz not null default now(),
  primary key (user_id, app_id)
);

-- handed to an application's server for one person, opened once by that person's browser at /open
create table app_ticket (
  ticket_hash bytea primary key,
  app_id bigint not null references app (id),
  user_id bigint not null references "user" (id),
  expires_at timestamptz not null,
  used_at timestamptz
);

select watch_changes(array['app', 'app_consent']);
