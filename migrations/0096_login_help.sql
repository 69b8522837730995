-- What the login page tells people who cannot get in; null: the product's own words.
alter table project add column login_help text;
