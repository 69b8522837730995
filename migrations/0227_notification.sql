-- Who was told of what, by which channel, and how far it came: what is still to be sent and the record in one. One message a
-- person, channel and event. What names the person or says the message is encrypted.
create table notification (
  id bigint primary key default nextval('id_seq'),
  event text not null,
  -- what happened, once: the event, the alarm and the rung
  key text not null,
  warn_id bigint references warn (id) on delete cascade,
  project_id bigint not null,
  department_id bigint not null,
  level int,
  title text not null,
  to_kind text not null check (to_kind in ('user', 'contact', 'customer_user')),
  to_id bigint not null,
  to_cipher text not null,
  text_cipher text,
  channel text not null,
  -- null: the inbox, which nothing has to be sent to
  channel_id bigint,
  -- kinds of channel that follow, in this order, where this one does not come through
  instead text[] not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'read', 'failed')),
  tries int not null default 0,
  next_at timestamptz not null default now(),
  -- who works on it has it until then
  leased_until timestamptz,
  passed_on_at timestamptz,
  reason text,
  provider_id text,
  notice_id bigint,
  answer text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  unique (key, to_kind, to_id, channel)
);
create index notification_due on notification (channel_id, next_at) where state = 'queued';
create index notification_of_warn on notification (warn_id);
create index notification_newest on notification (created_at desc, id desc);
create index notification_notice on notification (notice_id) where notice_id is not null;
