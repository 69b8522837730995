-- A word that only the right keys open, written by the first start; login_log gets the index that the other sealed logs have.
drop table key_check;
create table key_check (
  only_row boolean primary key default true check (only_row),
  word_cipher text not null,
  search_hash bytea not null,
  seal_digest bytea not null
);
create index login_log_xid on login_log (xid);
