-- A link by which somebody who never logged in sets their own password: one each, used once.
create table user_activation (
  user_id bigint primary key references "user" (id) on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by bigint not null
);
