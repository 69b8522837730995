-- What a contract carries beside its figures: who answers for it, its papers, its face and what it has bought.
alter table project
  -- the person here who answers for it; `manager` holds the name of one who has no account
  add column manager_id bigint references "user" (id),
  add column file_ids bigint[] not null default '{}',
  add column logo_file_id bigint references file (id),
  -- null: all modules
  add column modules text[];

-- Each reminder of a contract's end once; a renewal has another end and is reminded of anew.
create table project_reminder (
  project_id bigint not null references project (id),
  end_date date not null,
  -- 30, 7 and 1 days before the end, -1 once it is over
  days int not null check (days in (30, 7, 1, -1)),
  notice_id bigint references notice (id),
  at timestamptz not null default now(),
  primary key (project_id, end_date, days)
);
