-- Logins are sealed as the other logs are: a seal covers what became visible since the one before.
alter table login_log add column xid xid8 not null default pg_current_xact_id();
