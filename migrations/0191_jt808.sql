-- JT/T 808 is read and told commands: what its built-in model can, where nobody has changed that; and the numbers of its devices
-- without the zeros that the wire fills them up with.
update model set capabilities = '{sos,locate,battery,restart,interval,call,contacts,parameters}'
where code = 'jt808' and built_in and capabilities = '{sos,locate,battery}';

update equipment_identifier i set number = coalesce(nullif(ltrim(i.number, '0'), ''), '0')
where i.protocol = 'jt808' and i.number ~ '^0[0-9]'
  and not exists (select 1 from equipment_identifier o where o.protocol = 'jt808' and o.equipment_id <> i.equipment_id
    and ltrim(o.number, '0') = ltrim(i.number, '0'))
  and not exists (select 1 from equipment_identifier o where o.protocol = 'jt808' and o.equipment_id = i.equipment_id
    and o.number <> i.number and ltrim(o.number, '0') = ltrim(i.number, '0'));
