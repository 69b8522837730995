-- The night's turn has one name, 夜班. Sheets that were signed keep what they were signed with.
update shift_pattern p set name = '夜班', version = p.version + 1, updated_at = now()
where name = '晚班' and deleted_at is null and not exists (
  select 1 from shift_pattern o where o.name = '夜班' and o.deleted_at is null and o.project_id is not distinct from p.project_id);
update shift_turn t set shift = '夜班', version = t.version + 1, updated_at = now()
from shift_pattern p where p.id = t.pattern_id and p.name = '夜班' and t.shift = '晚班';
