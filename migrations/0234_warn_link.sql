-- Links by which somebody without an account answers an open case: family says who goes, a responder how far they are.
create table warn_link (
  id bigint primary key default nextval('id_seq'),
  warn_id bigint not null references warn (id) on delete cascade,
  token_hash bytea not null unique,
  kind text not null check (kind in ('contact', 'user', 'customer_user', 'responder')),
  -- the contact, the user, or the dispatch of a responder
  to_id bigint not null,
  to_name text not null,
  -- what was answered last, and how often
  answer text check (answer in ('going', 'unreachable', 'mis_touch')),
  answered_at timestamptz,
  answers int not null default 0,
  opened_at timestamptz,
  created_at timestamptz not null default now(),
  created_by bigint
);
create index warn_link_warn on warn_link (warn_id, id desc);
create index warn_link_created on warn_link (created_at);
