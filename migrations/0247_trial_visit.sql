-- Somebody goes there, where calls did not bring a press.
alter table trial drop constraint trial_result_check;
alter table trial add constraint trial_result_check check (result in ('no_answer', 'inconvenient', 'visit', 'broken'));
