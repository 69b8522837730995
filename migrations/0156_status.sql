-- What is switched on and off says nothing else.
alter table app add constraint app_status check (status in ('enabled', 'disabled'));
alter table department add constraint department_status check (status in ('enabled', 'disabled'));
alter table dictionary add constraint dictionary_status check (status in ('enabled', 'disabled'));
alter table menu add constraint menu_status check (status in ('enabled', 'disabled'));
alter table push_source add constraint push_source_status check (status in ('enabled', 'disabled'));
alter table role add constraint role_status check (status in ('enabled', 'disabled'));
alter table "user" add constraint user_status check (status in ('enabled', 'disabled'));
