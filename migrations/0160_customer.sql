-- What the list of people shows and is filtered by beside what stands there already.
alter table customer
  -- codes of the dictionaries customer_tag and chronic
  add column tag text[] not null default '{}',
  add column chronic text[] not null default '{}',
  -- day on which somebody paused is to be back
  add column return_date date,
  -- last day of the assessment that the ability level is of
  add column assessed_until date;

-- The newest people first, filtered without reading their rows: codes, place and birth date stand in the index.
create index customer_newest on customer (created_at desc, id desc)
  include (department_id, project_id, gender, birth_date, living_state, ability_level, service_state, region_code)
  where deleted_at is null;
create index customer_birth on customer (birth_date) where deleted_at is null;
create index customer_birth_youngest on customer (birth_date desc nulls last) where deleted_at is null;
create index customer_pinyin_last on customer (pinyin desc nulls last) where deleted_at is null;
create index customer_name on customer (name) where deleted_at is null;
create index customer_responsible on customer (responsible_id) where deleted_at is null and responsible_id is not null;
create index customer_creator on customer (created_by) where deleted_at is null;
create index customer_region on customer (region_code text_pattern_ops) where deleted_at is null;
create index customer_phone on customer using gin (phone gin_trgm_ops);
create index customer_pinyin_whole on customer using gin (replace(pinyin, ' ', '') gin_trgm_ops);
create index customer_chronic on customer using gin (chronic);
create index customer_tag on customer using gin (tag);
create index customer_category on customer using gin (category);
-- What waits beside the index is read with every search, and after an import that is much.
alter index customer_grams set (fastupdate = off);

-- How many rows stand in a project and a department, deleted ones left out: quotas and whole lists are counted here.
create table placed_count (
  table_name text not null,
  project bigint not null,
  department bigint not null,
  n int not null,
  primary key (table_name, project, department)
);

create function count_placed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into placed_count as c (table_name, project, department, n)
      select tg_table_name, project_id, department_id, count(*) from after where deleted_at is null group by 2, 3 order by 2, 3
      on conflict (table_name, project, department) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into placed_count as c (table_name, project, department, n)
      select tg_table_name, project_id, department_id, -count(*) from before where deleted_at is null group by 2, 3 order by 2, 3
      on conflict (table_name, project, department) do update set n = c.n + excluded.n;
  else
    insert into placed_count as c (table_name, project, department, n)
      select tg_table_name, project_id, department_id, sum(d) from (
        select project_id, department_id, 1 as d from after where deleted_at is null
        union all select project_id, department_id, -1 from before where deleted_at is null) moved
      group by 2, 3 having sum(d) <> 0 order by 2, 3
      on conflict (table_name, project, department) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;

create trigger count_added after insert on customer referencing new table as after for each statement execute function count_placed();
create trigger count_moved after update on customer referencing old table as before new table as after for each statement execute function count_placed();
create trigger count_gone after delete on customer referencing old table as before for each statement execute function count_placed();

insert into placed_count (table_name, project, department, n)
  select 'customer', project_id, department_id, count(*) from customer where deleted_at is null group by 2, 3;
