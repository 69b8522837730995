-- Addresses and networks from which a project's devices come over the plain doors; empty: any.
alter table project add column device_addresses text[] not null default '{}';
