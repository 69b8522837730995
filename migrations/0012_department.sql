-- Departments that were merged, endpoints that somebody has looked at, dictionaries with types, projects as contracts.

alter table department
  add column email text,
  -- the department that took this one over, with everything in it
  add column merged_into bigint references department (id);

-- The endpoints that were there when somebody last looked at the list: one that is missing here is new, one that only
-- stands here has vanished from the code.
create table menu_api_endpoint (
  method text not null,
  path text not null,
  primary key (method, path)
);

create table dictionary_type (
  id bigint primary key default nextval('id_seq'),
  code text not null,
  name text not null,
  -- list: values to choose from; parameter: figures with unit and bounds
  kind text not null default 'list' check (kind in ('list', 'parameter')),
  built_in boolean not null default false,
  -- the program knows these values by heart: labels may change, values neither come nor go
  fixed boolean not null default false,
  sort int not null default 0,
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index dictionary_type_code on dictionary_type (code) where deleted_at is null;

insert into dictionary_type (code, name, built_in)
  select type, max(type_name), bool_or(built_in) from dictionary where deleted_at is null group by type;
alter table dictionary
  drop column type_name,
  add column amount double precision,
  add column unit text,
  add column min double precision,
  add column max double precision;
create unique index dictionary_default on dictionary (type) where is_default and deleted_at is null;

-- A contract: who, until when, for how many. What is past its last day is expired without anybody saying so.
alter table project
  add column credit_code text,
  add column contact text,
  add column phone text,
  add column manager text,
  add column region_code text,
  add column remark text;
alter table project alter column status set default 'running';
update project set status = case status when 'enabled' then 'running' when 'disabled' then 'paused' else status end;
alter table project add constraint project_status check (status in ('preparing', 'running', 'paused', 'closed'));
create index warn_project on warn (project_id, created_at desc);

select watch_changes(array['menu_api_endpoint', 'dictionary_type']);
