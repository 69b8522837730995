-- The words and bits of a model's own that mean an alarm: [{code, type}].
alter table model add column events jsonb not null default '[]';
