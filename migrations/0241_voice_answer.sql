-- What a voice gateway tells of its calls afterwards: it names a message by its own number or by ours.
alter table notification
  -- how often somebody answered by a key, and when the gateway heard the last of it
  add column answers int not null default 0,
  add column heard_at timestamptz;
create index notification_provider on notification (channel_id, provider_id) where provider_id is not null;
