-- Whom a merged person became: what stays under their own id, such as readings, is found by it.
alter table customer add column merged_into bigint references customer (id);
create index customer_merged on customer (merged_into) where merged_into is not null;
