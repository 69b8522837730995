-- What fell to an account that is removed for good, as those of the demo are, is anybody's.
alter table follow_up drop constraint follow_up_assignee_id_fkey,
  add constraint follow_up_assignee_id_fkey foreign key (assignee_id) references "user" (id) on delete set null;
-- Two people of a plan who become one keep both their rows; that nobody gets two is seen to under the lock of the plan.
drop index follow_up_once;
create index follow_up_plan_of on follow_up (plan_id, customer_id) where plan_id is not null;
