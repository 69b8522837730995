-- What the operator says to what was said of their work.
alter table quality_sample add column reply text;
