-- What a project says otherwise than the product, by event and kind of channel.
create table channel_template (
  id bigint primary key default nextval('id_seq'),
  project_id bigint not null references project (id),
  event text not null,
  kind text not null,
  text text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  unique (project_id, event, kind)
);
select watch_changes(array['channel_template']);
