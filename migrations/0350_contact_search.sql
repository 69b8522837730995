-- People are found by what is heard of a contact on the phone: the name, from its beginning, and the whole number.
create index customer_contact_name on customer_contact (name text_pattern_ops) where deleted_at is null;
create index customer_contact_mobile on customer_contact (mobile) where deleted_at is null and mobile is not null;
create index customer_contact_phone on customer_contact using gin (phone gin_trgm_ops) where deleted_at is null;
