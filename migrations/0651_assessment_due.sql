-- What is due in one department, and the figures of newest finished ones by department and grade, come from this index alone.
create index assessment_due on assessment (department_id, valid_until)
  include (scale, final, manual_grade, date, id, project_id, customer_id) where status = 'done' and latest;
