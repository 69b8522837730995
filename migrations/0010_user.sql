-- Staff accounts in full, and the second step of a login.

alter table "user"
  add column pinyin text not null default '',
  add column initials text not null default '',
  add column gender int not null default 0 check (gender between 0 and 2),
  add column post text,
  add column job_number text;


-- Which account a lock belongs to, as the keyed hash that the guard makes of it, so that an administrator can lift it.
alter table login_guard add column account_key text;
create index login_guard_account on login_guard (account_key) where account_key is not null;

-- The secret of somebody's authenticator; without confirmed_at it has not been proven yet and asks for nothing.
create table user_totp (
  user_id bigint primary key references "user" (id) on delete cascade,
  secret_cipher text not null,
  confirmed_at timestamptz,
  -- the last 30-second step whose code was taken: a code works once (RFC 6238, 5.2)
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table user_recovery_code (
  id bigint primary key default nextval('id_seq'),
  user_id bigint not null references "user" (id) on delete cascade,
  secret_hash bytea not null,
  used_at timestamptz
);
create index user_recovery_code_user on user_recovery_code (user_id);

-- Between password and code: proof that the password was right, for one address and a short time.
create table login_ticket (
  token_hash bytea primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  ip text not null,
  failures int not null default 0,
  expires_at timestamptz not null
);

select watch_changes(array['user_totp', 'user_recovery_code']);
