-- How often an article was opened stands apart from it: readers change no article.
create table news_view (
  news_id bigint primary key references news (id),
  count int not null default 0
);
insert into news_view (news_id, count) select id, view_count from news where view_count > 0;
alter table news
  drop column view_count,
  -- projects whose families read it; null: all
  add column project_ids bigint[];
