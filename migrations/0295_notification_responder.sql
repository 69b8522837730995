-- A responder is sent the link of their dispatch: the message goes to the dispatch.
alter table notification drop constraint notification_to_kind_check;
alter table notification add constraint notification_to_kind_check check (to_kind in ('user', 'contact', 'customer_user', 'responder'));
