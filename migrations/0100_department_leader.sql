-- Who answers for a department is one of its people; `leader` keeps the name of somebody who has no account.
alter table department add column leader_id bigint references "user" (id);
create index department_leader on department (leader_id) where leader_id is not null;

-- A name that exactly one account of the department, or of one above or below it, goes by is that account.
update department d set leader_id = one.id, leader = null
from (
  select d.id as department_id, min(u.id) as id
  from department d join "user" u on u.name = d.leader and u.deleted_at is null
  join department w on w.id = u.department_id and (w.path @> array[d.id] or d.path @> array[w.id])
  where d.deleted_at is null group by d.id having count(*) = 1
) one where one.department_id = d.id;
