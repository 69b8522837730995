-- When somebody looked behind masks within the last hour, oldest first, and when it was last told that they passed their limit.
create table reveal_look (
  user_id bigint primary key,
  looks timestamptz[] not null,
  told_at timestamptz
);

-- Whether a look needs its reason, and how many looks a person has in an hour; null: as the parameters say.
alter table project
  add column reveal_reason boolean,
  add column reveal_limit int check (reveal_limit between 1 and 500);

-- A reason is asked for, unless somebody has decided about it.
update dictionary set amount = 1 where type = 'privacy' and value = 'reveal_reason' and amount = 0 and version = 1;
