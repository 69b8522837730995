-- Left by a signed handover: 离开 until the next login or a state that the person sets, however long their page stays open.
alter table seat add column off_duty boolean not null default false;
