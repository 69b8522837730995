-- An offer to an idle seat ends after a while: a timer of kind 'offer' says when.
alter table warn_timer drop constraint warn_timer_kind_check;
alter table warn_timer add constraint warn_timer_kind_check check (kind in ('claim', 'progress', 'arrival', 'receiver', 'offer'));
-- Whether an idle seat is free for this step: pages announce an offer only then.
alter table warn_timer add column seat_free boolean not null default false;
create index warn_timer_seat on warn_timer (warn_id) where done_at is null and name = 'seat';
