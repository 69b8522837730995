-- What refers to a person, a device or an alarm is found by that person, device or alarm, deleted rows too: a foreign key
-- looks there whenever one of them is deleted.
create index customer_contact_of on customer_contact (customer_id);
drop index customer_contact_customer;
create index equipment_of on equipment (customer_id) where customer_id is not null;
drop index equipment_customer;
create index equipment_gateway on equipment (gateway_id) where gateway_id is not null;
create index equipment_binding_customer on equipment_binding (customer_id);
create index warn_equipment on warn (equipment_id) where equipment_id is not null;
create index warn_linked on warn (linked_warn_id) where linked_warn_id is not null;
