-- Newest values get their levels anew when the illnesses of a person change, if these have bands.
create function queue_levels() returns trigger language plpgsql as $$
begin
  insert into reading_queue (device_id, metric, at)
  select l.source_id, l.metric, l.at from reading_latest l
  where l.customer_id = new.id and exists (
    select 1 from reading_band b where b.deleted_at is null and b.kind = l.metric and b.chronic = any (old.chronic || new.chronic));
  return null;
end $$;
create trigger queue_levels after update of chronic on customer for each row
  when (old.chronic is distinct from new.chronic) execute function queue_levels();

-- Weights and heights that are the newest ones get their BMI.
insert into reading_queue (device_id, metric, at)
  select source_id, metric, at from reading_latest where metric = 'weight';
