-- What changed in the health summary of a person, encrypted: the log of differences says only that it did. For the history
-- that those see who may see health records.
create table customer_health_change (
  id bigint primary key default nextval('id_seq'),
  customer_id bigint not null references customer (id) on delete cascade,
  at timestamptz not null default now(),
  trace_id text not null,
  before_cipher text,
  after_cipher text
);
create index customer_health_change_customer on customer_health_change (customer_id, id desc);

create function keep_health_change() returns trigger language plpgsql as $$
begin
  insert into customer_health_change (customer_id, trace_id, before_cipher, after_cipher)
    values (new.id, coalesce(current_setting('anhao.trace', true), ''), old.health_cipher, new.health_cipher);
  return null;
end $$;
create trigger keep_health_change after update of health_cipher on customer for each row
  when (old.health_cipher is distinct from new.health_cipher and coalesce(current_setting('anhao.rekey', true), '') <> 'on')
  execute function keep_health_change();
