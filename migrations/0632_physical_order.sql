-- Orders of the list of examinations without a limit to some departments.
create index physical_created on physical (created_at);
create index physical_next on physical (next_date);
create index physical_abnormal_count on physical (cardinality(abnormal));
