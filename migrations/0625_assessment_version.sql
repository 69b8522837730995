-- Says whether a version of a scale is used.
create index assessment_scale_version on assessment (scale_version_id);
