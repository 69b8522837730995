-- Which device a card is in: asked for every card of a sheet that is imported.
create index equipment_iccid on equipment (iccid) where iccid is not null and deleted_at is null;
