-- Whether somebody counts as being there: those who see their seat are told when it changes.
alter table presence add column there boolean not null default false;
