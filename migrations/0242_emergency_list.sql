-- When the list for a lost platform was taken last from a project, as a file or on paper, and when its leaders were reminded.
create table warn_emergency_list (
  project_id bigint primary key references project (id) on delete cascade,
  taken_at timestamptz,
  taken_by bigint,
  reminded_at timestamptz,
  notice_id bigint
);
