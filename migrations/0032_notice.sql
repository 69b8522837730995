-- Pictures that stand in the text of a notice; they are opened by whoever may read it.
alter table notice add column picture_ids bigint[] not null default '{}';
create index notice_picture on notice using gin (picture_ids);
