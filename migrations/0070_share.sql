-- A link by which somebody without an account reads one item, masked (domain.md 10.2).
create table share (
  id bigint primary key default nextval('id_seq'),
  token_hash bytea not null unique,
  -- the code that is asked for, where there is one
  code_hash bytea,
  warn_id bigint not null references warn (id) on delete cascade,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by bigint,
  views int not null default 0,
  last_viewed_at timestamptz,
  -- wrong codes so far: beyond a few the link is dead
  wrong_tries int not null default 0,
  created_at timestamptz not null default now(),
  created_by bigint not null
);
create index share_warn on share (warn_id, id desc);
create index share_expires on share (expires_at);
