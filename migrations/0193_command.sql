-- What went to the device, and when each time it was tried.
alter table equipment_command add column bytes bytea, add column tried_at timestamptz[] not null default '{}';

-- What the watches of the product can be told, beside being located and called; a model that somebody edited keeps its own.
update model set capabilities = capabilities || '{find,restart,interval,contacts,heart_interval,quiet_hours,fall_sensitivity,parameters}'
where protocol = 'watch' and version = 1 and (built_in or profile ->> 'demo' = 'true') and not capabilities && '{find,restart}';
