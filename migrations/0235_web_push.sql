-- Web Push: the one pair of keys by which push services know this product (RFC 8292), and the browsers in which people take
-- alarms. The address of a browser is a capability: whoever knows it, with its keys, writes to that screen.
create table vapid_key (
  id int primary key default 1 check (id = 1),
  public_key text not null,
  private_cipher text not null,
  created_at timestamptz not null default now()
);

create table push_subscription (
  id bigint primary key default nextval('id_seq'),
  user_id bigint not null references "user" (id) on delete cascade,
  secret_hash bytea not null unique,
  -- address and keys, as the browser gave them
  secret_cipher text not null,
  created_at timestamptz not null default now()
);
create index push_subscription_user on push_subscription (user_id);

select watch_changes(array['push_subscription']);
