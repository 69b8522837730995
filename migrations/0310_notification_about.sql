-- A message to a group's robot has one row for all whom it is about. Who they are stays with it, so that the next channel, which
-- writes to people, tells them and not the robot.
create table notification_about (
  notification_id bigint not null references notification (id) on delete cascade,
  to_kind text not null check (to_kind in ('user', 'contact', 'customer_user', 'responder')),
  to_id bigint not null,
  to_cipher text not null,
  -- null: the text of the message to the group
  text_cipher text,
  -- kinds of channel by which another one of them is told at the same telephone or mail box
  not_by text[] not null default '{}',
  primary key (notification_id, to_kind, to_id)
);
