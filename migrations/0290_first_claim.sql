-- When the alarm was claimed for the first time: response figures count to there. Release, transfer and reopening change claimed_at alone.
alter table warn add column first_claimed_at timestamptz;
update warn w set first_claimed_at = f.at
from (
  select w.id, least(min(s.at), w.claimed_at) as at
  from warn w left join warn_step s on s.warn_id = w.id and s.kind = 'claimed'
  group by w.id) f
where f.id = w.id and f.at is not null;
