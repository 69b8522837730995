-- An article on top of the list, apart from its place, and pictures that stand in its text; families open these too.
alter table news
  add column pinned boolean not null default false,
  add column picture_ids bigint[] not null default '{}';
-- Until now the greatest place stood for the top.
update news set pinned = true, sort = 0 where sort = 9999;
create index news_picture on news using gin (picture_ids);
drop index news_shown;
create index news_shown on news (pinned desc, sort desc, published_at desc) where status = 'published' and deleted_at is null;
