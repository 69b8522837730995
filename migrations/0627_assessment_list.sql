-- Readers of some departments: filters and orders of the list come from the index of their people's assessments alone.
drop index assessment_customer;
create index assessment_customer on assessment (customer_id, date desc, id desc)
  include (scale, status, latest, valid_until, total, final, manual_grade, assessor_ids, no, created_at);
-- Readers of everybody: assessments of one assessor.
create index assessment_assessors on assessment using gin (assessor_ids);
