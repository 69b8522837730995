-- What is to be looked at in a row although it may be written: [{column, msg}].
alter table import_row add column warnings jsonb not null default '[]';

-- Who has a phone already, for each row of a file.
create index customer_mobile_exact on customer (mobile) where deleted_at is null and mobile is not null;
