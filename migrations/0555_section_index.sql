-- Sections of a person with their deleted rows: an import is undone where none of them was changed since. The indexes were
-- of the rows that are there alone.
do $$
declare name text;
begin
  foreach name in array array['allergy', 'condition', 'medicine', 'surgery', 'family', 'vaccination', 'admission', 'aid', 'attachment'] loop
    execute format('drop index %I', name || '_customer');
    execute format('create index %I on %I (customer_id)', name || '_customer', name);
  end loop;
end $$;
