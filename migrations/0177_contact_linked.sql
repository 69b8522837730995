-- A contact who is served too, such as a spouse: the pages of both lead to each other.
alter table customer_contact add column linked_id bigint references customer (id) on delete set null;
create index customer_contact_linked on customer_contact (linked_id) where linked_id is not null;
