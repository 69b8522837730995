-- What a model can stands once, where it stood first, whoever adds to it: 0193 adds words to models that may have some of them.
create or replace function capabilities_once() returns trigger language plpgsql as $$
begin
  new.capabilities := array(
    select word from unnest(new.capabilities) with ordinality as c (word, place) group by word order by min(place));
  return new;
end $$;
create or replace trigger capabilities_once before insert or update of capabilities on model
  for each row execute function capabilities_once();
update model set capabilities = capabilities
where cardinality(capabilities) <> (select count(distinct word) from unnest(capabilities) as c (word));
