-- 回访: birthdays and weather as reasons of their own, requests that are no emergency (domain.md 8.5), plans that are written
-- before they begin or end before their day, and words to say that are a plan's own.
alter table follow_up_plan drop constraint follow_up_plan_kind_check;
alter table follow_up_plan add constraint follow_up_plan_kind_check
  check (kind in ('after_alarm', 'install', 'offline', 'care', 'test_press', 'birthday', 'weather'));
alter table follow_up_plan add column state text not null default 'active' check (state in ('draft', 'active', 'ended'));
alter table follow_up_plan add column script text;

alter table follow_up drop constraint follow_up_kind_check;
alter table follow_up add constraint follow_up_kind_check
  check (kind in ('after_alarm', 'install', 'offline', 'care', 'test_press', 'birthday', 'weather', 'request'));
alter table follow_up add column request_type text check (request_type in ('consult', 'referral', 'complaint'));
alter table follow_up add column request text;
-- To whom it was referred.
alter table follow_up add column provider text;
alter table follow_up add constraint follow_up_request check ((kind = 'request') = (request_type is not null and request is not null));
