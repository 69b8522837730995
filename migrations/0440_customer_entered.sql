-- Communities that somebody entered last are offered with their next entry.
create index customer_entered on customer (created_by, id desc) where community is not null;
