-- Keys without a login: of a customer user's browser (permission `family`) and of a wall (`display`). Only what a key
-- needs of its bearer; what else domain.md 6.2 and 9 tell of them is added by their own features.
create table customer_user (
  id bigint primary key default nextval('id_seq'),
  name text not null,
  status text not null default 'enabled' check (status in ('enabled', 'disabled', 'cancelled')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);

-- A browser of a customer user: 90 days from its last use, five at most.
create table customer_user_session (
  id bigint primary key default nextval('id_seq'),
  customer_user_id bigint not null references customer_user (id),
  -- SHA-256 of a random key
  key_hash bytea not null,
  browser text,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index customer_user_session_key on customer_user_session (key_hash);
create index customer_user_session_open on customer_user_session (customer_user_id) where ended_at is null;

create table display (
  id bigint primary key default nextval('id_seq'),
  name text not null,
  -- addresses and networks that it is opened from; none: any
  addresses inet[] not null default '{}',
  until timestamptz,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);

-- The key in a display's link: one at a time, without an end of its own.
create table display_key (
  id bigint primary key default nextval('id_seq'),
  display_id bigint not null references display (id),
  key_hash bytea not null,
  created_at timestamptz not null default now(),
  last_at timestamptz,
  ended_at timestamptz
);
create unique index display_key_hash on display_key (key_hash);
create unique index display_key_open on display_key (display_id) where ended_at is null;

select watch_changes(array['customer_user', 'display']);
