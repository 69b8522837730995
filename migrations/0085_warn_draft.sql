-- What who handles an alarm has typed and not yet written down: note, call, conclusion. It stays with the alarm for whoever
-- handles it next; health words stand in it, so it is encrypted.
create table warn_draft (
  warn_id bigint not null references warn (id) on delete cascade,
  kind text not null check (kind in ('note', 'call', 'close')),
  body_cipher text not null,
  user_id bigint not null,
  updated_at timestamptz not null default now(),
  primary key (warn_id, kind)
);
