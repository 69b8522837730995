-- 通知渠道: how a project reaches people outside the screen. What is secret of the settings is encrypted and never shown.
create table channel (
  id bigint primary key default nextval('id_seq'),
  project_id bigint not null references project (id),
  kind text not null check (kind in ('web_push', 'email', 'sms', 'voice', 'wecom', 'dingtalk', 'feishu', 'webhook')),
  name text not null,
  config jsonb not null default '{}',
  secret_cipher text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index channel_name on channel (project_id, name) where deleted_at is null;
select watch_changes(array['channel']);

-- When a channel last worked, and why it last failed.
create table channel_state (
  channel_id bigint primary key references channel (id) on delete cascade,
  worked_at timestamptz,
  failed_at timestamptz,
  reason text
);
