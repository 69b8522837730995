-- Whether a version of a scale is used is read for each version of the list.
create index assessment_scale_version on assessment (scale_version_id);
