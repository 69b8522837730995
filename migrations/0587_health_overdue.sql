-- Of a million warnings few were taken too late: the list of those reads no other.
create index health_warn_overdue on health_warn (warn_id desc) where overdue_at is not null;
