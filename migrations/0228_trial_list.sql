-- 试按 in its order, counted and shared out without looking at every device, its state and its person. A message leaves the time
-- of the last press as it is, so that only a press writes to the index of it.
create index device_state_pressed on device_state (pressed_at nulls first, device_id);
create index customer_alone on customer (id) where living_state = 'alone';
-- Nobody calls them: the condition is that of the list, word for word.
create index customer_resting on customer (id) where deleted_at is not null or service_state in ('paused', 'ended', 'deceased');
