-- The health archive of a person, one row each, made with the person, and its sections. Codes, days and amounts lie in clear; every free
-- word is encrypted. The triggers of the change log follow in 0512, after the people who are there have been moved (0511).

create table archive (
  id bigint primary key default nextval('id_seq'),
  customer_id bigint not null unique references customer (id) on delete cascade,
  lifestyle_cipher text,
  implants_cipher text,
  falls_cipher text,
  wishes_cipher text,
  -- Scale of the oxygen saturation in NEWS2.
  oxygen_scale int check (oxygen_scale between 1 and 2),
  -- Sections with nothing to tell.
  none text[] not null default '{}',
  -- Percentage of the sections that hold something or say so.
  completeness int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create index archive_completeness on archive (completeness, customer_id);

create function add_section(name text, fields text) returns void language plpgsql as $$
begin
  execute format('create table %I (
    id bigint primary key default nextval(''id_seq''),
    customer_id bigint not null references customer (id) on delete cascade,
    %s,
    version int not null default 1,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint,
    deleted_at timestamptz)', name, fields);
  execute format('create index %I on %I (customer_id) where deleted_at is null', name || '_customer', name);
end $$;

select add_section('allergy', 'kind text, name_cipher text not null, reaction_cipher text, severity text, since text');
-- `chronic`: the group of the person's filter, by the code or as it was entered.
select add_section('condition', 'code text, chronic text, name_cipher text not null, since text, hospital_cipher text,
  state text not null default ''active''');
select add_section('medicine', 'name_cipher text not null, dose_cipher text, unit_cipher text, amount double precision, route_cipher text,
  times text[], frequency_cipher text, since text, until date, quantity double precision, prescriber_cipher text,
  state text not null default ''active''');
select add_section('surgery', 'kind text not null, name_cipher text not null, at text not null, hospital_cipher text, note_cipher text');
select add_section('family', 'relation text not null, name_cipher text not null, code text');
select add_section('vaccination', 'name_cipher text not null, dose_cipher text, at date not null, org_cipher text, lot_cipher text');
select add_section('admission', 'from_date date not null, to_date date, hospital_cipher text not null, reason_cipher text not null');
select add_section('aid', 'kind text not null, name_cipher text not null, since text, note_cipher text');
select add_section('attachment', 'file_id bigint references file (id) on delete set null, kind text not null, name_cipher text not null,
  at date not null');
drop function add_section;

create index condition_code on condition (code text_pattern_ops) where deleted_at is null and code is not null;
create index attachment_file on attachment (file_id) where file_id is not null;

-- Values that follow from rows of others are no edit: no version, no entry in a log.
create function is_derived() returns boolean language sql stable as $$
  select coalesce(current_setting('anhao.derived', true), '') = 'on'
$$;
create function add_archive() returns trigger language plpgsql as $$
begin
  perform set_config('anhao.derived', 'on', true);
  insert into archive (customer_id, created_by) values (new.id, new.created_by) on conflict do nothing;
  perform set_config('anhao.derived', '', true);
  return null;
end $$;
create trigger add_archive after insert on customer for each row execute function add_archive();

drop trigger record_change on customer;
create trigger record_change after insert or update or delete on customer for each row
  when (not is_derived()) execute function record_change();
drop trigger stamp_row on customer;
create trigger stamp_row before insert or update on customer for each row when (not is_derived()) execute function stamp_row();
drop trigger keep_health_change on customer;
create trigger keep_health_change after update of health_cipher on customer for each row
  when (old.health_cipher is distinct from new.health_cipher and coalesce(current_setting('anhao.rekey', true), '') <> 'on'
    and not is_derived())
  execute function keep_health_change();

-- The words of conditions, allergies and medicines that the desk reads, and the groups of the filter.
create function rewrite_words(person bigint, cipher text, groups text[]) returns void language plpgsql as $$
begin
  perform set_config('anhao.derived', 'on', true);
  update customer set health_cipher = cipher, chronic = groups where id = person;
  perform set_config('anhao.derived', '', true);
end $$;

-- Number of rows of each section.
create function archive_sections(person bigint) returns table (section text, n int) language sql stable as $$
  select 'allergy', count(*)::int from allergy where customer_id = person and deleted_at is null
  union all select 'condition', count(*)::int from condition where customer_id = person and deleted_at is null
  union all select 'medicine', count(*)::int from medicine where customer_id = person and deleted_at is null
  union all select 'surgery', count(*)::int from surgery where customer_id = person and deleted_at is null
  union all select 'family', count(*)::int from family where customer_id = person and deleted_at is null
  union all select 'vaccination', count(*)::int from vaccination where customer_id = person and deleted_at is null
  union all select 'admission', count(*)::int from admission where customer_id = person and deleted_at is null
  union all select 'aid', count(*)::int from aid where customer_id = person and deleted_at is null
  union all select 'attachment', count(*)::int from attachment where customer_id = person and deleted_at is null
  union all select 'lifestyle', (a.lifestyle_cipher is not null)::int from archive a where a.customer_id = person
$$;

-- Counts how complete these people's archives are; a section that holds something says no more that it has nothing to tell.
create function settle_archive(people bigint[]) returns void language plpgsql as $$
begin
  perform set_config('anhao.derived', 'on', true);
  update archive a set none = s.none, completeness = s.completeness
  from (
    select b.id, array(select x from unnest(b.none) x where x <> all(f.held)) as none,
      round(100.0 * (select count(*) from unnest(f.everything) e where e = any(f.held) or e = any(b.none)) / cardinality(f.everything))::int as completeness
    from archive b cross join lateral (
      select coalesce(array_agg(section) filter (where n > 0), '{}') as held, array_agg(section) as everything
      from archive_sections(b.customer_id)) f
    where b.customer_id = any(people)) s
  where a.id = s.id and (a.none <> s.none or a.completeness <> s.completeness);
  perform set_config('anhao.derived', '', true);
end $$;
