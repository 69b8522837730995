-- What retention took of a sealed log: a row for each partition that was dropped, and one (leaf '') for what was gone already
-- when counting began. The proof is keyed outside the database.
create table log_drop (
  log text not null,
  leaf text not null,
  rows bigint not null,
  proof bytea not null,
  at timestamptz not null default clock_timestamp(),
  primary key (log, leaf)
);
