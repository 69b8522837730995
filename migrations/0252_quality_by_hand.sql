-- A leader chooses a case to be looked at again, beside those that the rules choose.
alter table quality_sample drop constraint quality_sample_rule_check;
alter table quality_sample add constraint quality_sample_rule_check check (rule in ('escalated', 'share', 'chosen'));
