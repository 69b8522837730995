-- Institutions that examine, with the headings of their files as they were matched once by hand.
create table physical_org (
  id bigint primary key default nextval('id_seq'),
  name text not null unique,
  -- Code of an item, or a field such as idNo, by heading.
  columns jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);

-- A physical examination of a person. Codes and figures lie in clear; every free word is encrypted.
create table physical (
  id bigint primary key default nextval('id_seq'),
  customer_id bigint not null references customer (id) on delete cascade,
  date date not null,
  org_id bigint not null references physical_org (id),
  kind text not null check (kind in ('annual', 'admission', 'special', 'follow_up')),
  status text not null default 'draft' check (status in ('draft', 'submitted', 'reviewed', 'voided')),
  -- Version of the catalogue, and the sex and age by which the values were flagged.
  catalogue int not null,
  sex int not null,
  age int,
  -- Codes of the items out of range or marked abnormal.
  abnormal text[] not null default '{}',
  -- For the list: mmHg, kg/m², mmol/L.
  systolic double precision,
  diastolic double precision,
  bmi double precision,
  glucose double precision,
  next_date date,
  -- The import that made it.
  job_id bigint,
  entered_by bigint,
  reviewed_by bigint,
  reviewed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index physical_of_day on physical (customer_id, date, org_id) where status <> 'voided';
create index physical_newest on physical (date desc, id desc);
create index physical_customer on physical (customer_id, date desc, id desc);
create index physical_abnormal on physical using gin (abnormal) where status <> 'voided';
create index physical_org_date on physical (org_id, date desc, id desc);

-- Values by code: { value | choice, unit, low, high, flag }. Texts are in `texts_cipher`, by code.
create table physical_form (
  physical_id bigint primary key references physical (id) on delete cascade,
  items jsonb not null default '{}',
  texts_cipher text,
  doctor_cipher text,
  conclusion_cipher text,
  advice_cipher text,
  review_note_cipher text,
  void_reason_cipher text,
  file_ids bigint[] not null default '{}'
);

-- A reviewed examination is only voided.
create function hold_reviewed() returns trigger language plpgsql as $$
begin
  if old.status in ('reviewed', 'voided')
    and ((to_jsonb(old) - '{status,customer_id,version,updated_at,updated_by}'::text[])
      <> (to_jsonb(new) - '{status,customer_id,version,updated_at,updated_by}'::text[])
      or (old.status <> new.status and (old.status <> 'reviewed' or new.status <> 'voided'))) then
    raise exception 'a reviewed examination never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'reviewed' and old.status <> 'reviewed'
    and (old.status <> 'submitted' or new.reviewed_by is null or new.reviewed_by is not distinct from new.entered_by) then
    raise exception 'an examination is reviewed by who did not enter it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger hold_reviewed before update on physical for each row execute function hold_reviewed();
create function hold_physical_form() returns trigger language plpgsql as $$
begin
  if exists (select 1 from physical p where p.id = old.physical_id and p.status in ('reviewed', 'voided')) and not is_rekey()
    and (to_jsonb(old) - 'void_reason_cipher') <> (to_jsonb(new) - 'void_reason_cipher') then
    raise exception 'a reviewed examination never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger hold_physical_form before update on physical_form for each row execute function hold_physical_form();

select watch_changes(array['physical_org', 'physical']);
