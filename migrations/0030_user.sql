-- Departments that somebody also works in, beside the one that the account stands in: their scope holds both.
create table user_extra_department (
  user_id bigint not null references "user" (id) on delete cascade,
  department_id bigint not null references department (id),
  primary key (user_id, department_id)
);
create index user_department_department on user_extra_department (department_id);

select watch_changes(array['user_extra_department']);
