-- Beyond five alarms a minute a receiver gets one message by a channel for all that wait: each alarm keeps its row, and one of them
-- carries the text. Rows are judged before they are sent: alone, or as one of those that go together.
alter table notification
  -- may go together with others: staff is told of an alarm that waits
  add column gathers boolean not null default false,
  add column judged_at timestamptz,
  -- the row that carries the text for this one; its own id: it carries others
  add column gathered_into bigint;
create index notification_unjudged on notification (channel_id, to_id) where state = 'queued' and gathers and judged_at is null;
create index notification_judged on notification (channel_id, to_id, judged_at) where gathers;
create index notification_gathered on notification (gathered_into) where gathered_into is not null;
