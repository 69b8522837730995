-- Notices to staff with a receipt for each addressee, and articles that families read.
-- Who wrote, receives or approves is kept by id alone: an account that is taken out leaves what it did.

create table notice (
  id bigint primary key default nextval('id_seq'),
  title text not null,
  -- dictionary notice_type
  type text not null,
  level text not null default 'normal' check (level in ('normal', 'important', 'urgent')),
  -- HTML as the server sanitised it
  content text not null,
  file_ids bigint[] not null default '{}',
  audience_kind text not null check (audience_kind in ('all', 'department', 'role', 'user')),
  audience_ids bigint[] not null default '{}',
  status text not null default 'draft' check (status in ('draft', 'waiting', 'published', 'withdrawn', 'expired')),
  -- when it is to be published; null: as soon as somebody publishes it
  publish_at timestamptz,
  published_at timestamptz,
  publisher_id bigint,
  -- departments that the publisher may address, fixed when they published; null: all
  reach bigint[],
  expire_at timestamptz,
  withdrawn_at timestamptz,
  withdraw_reason text,
  pinned boolean not null default false,
  need_confirm boolean not null default false,
  department_id bigint not null,
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create index notice_due on notice (publish_at) where status = 'waiting' and deleted_at is null;
create index notice_expiry on notice (expire_at) where status = 'published' and expire_at is not null;
create index notice_file on notice using gin (file_ids);

-- written once, when the notice is published: who was addressed then
create table notice_receipt (
  notice_id bigint not null references notice (id),
  user_id bigint not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  confirmed_at timestamptz,
  reminded_at timestamptz,
  primary key (notice_id, user_id)
);
create index notice_receipt_user on notice_receipt (user_id, notice_id);
create index notice_receipt_unread on notice_receipt (user_id) where read_at is null;

create table news (
  id bigint primary key default nextval('id_seq'),
  title text not null,
  -- dictionary news_category
  category text not null,
  cover_file_id bigint references file (id),
  summary text,
  -- HTML as the server sanitised it
  content text not null,
  source text,
  link text,
  tags text[] not null default '{}',
  sort int not null default 0,
  recommended boolean not null default false,
  status text not null default 'draft' check (status in ('draft', 'pending', 'waiting', 'published', 'offline')),
  publish_at timestamptz,
  published_at timestamptz,
  submitted_at timestamptz,
  reviewer_id bigint,
  reviewed_at timestamptz,
  reject_reason text,
  -- who last changed the text: they may not approve it either
  editor_id bigint,
  view_count int not null default 0,
  department_id bigint not null,
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create index news_due on news (publish_at) where status = 'waiting' and deleted_at is null;
create index news_shown on news (sort desc, published_at desc) where status = 'published' and deleted_at is null;
create index news_cover on news (cover_file_id);

select watch_changes(array['notice', 'news']);
