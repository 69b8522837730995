-- Scales and their versions as data. A version never changes; a scale whose items lack text is an adapter and stays disabled.
create table scale (
  id bigint primary key default nextval('id_seq'),
  code text not null unique,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create table scale_version (
  id bigint primary key default nextval('id_seq'),
  scale_id bigint not null references scale (id),
  number int not null check (number >= 1),
  name text not null,
  licence text not null,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  unique (scale_id, number)
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % never changes', tg_op, tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger refuse_change before update or delete on scale_version for each row execute function refuse_change();

-- An assessment of a person. Result columns are set when it is submitted and null in a draft.
create table assessment (
  id bigint primary key default nextval('id_seq'),
  no text not null unique,
  customer_id bigint not null references customer (id) on delete cascade,
  scale_version_id bigint not null references scale_version (id),
  -- Of the scale: for filters.
  scale text not null,
  reason text not null,
  date date not null,
  assessor_ids bigint[] not null,
  status text not null default 'draft' check (status in ('draft', 'review', 'done', 'voided', 'replaced')),
  parts jsonb,
  total double precision,
  preliminary text,
  final text,
  -- The matrix has no grade for the answers: a reviewer enters one.
  manual boolean not null default false,
  manual_grade text,
  valid_until date,
  -- The newest finished one of this person and scale.
  latest boolean not null default false,
  replaces_id bigint references assessment (id),
  reviewed_by bigint,
  reviewed_at timestamptz,
  expiry_notified_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create index assessment_customer on assessment (customer_id, date desc, id desc);
create index assessment_newest on assessment (date desc, id desc);
create index assessment_until on assessment (valid_until, id) where status = 'done' and latest;
create unique index assessment_latest on assessment (customer_id, scale) where latest;
create unique index assessment_replaces on assessment (replaces_id) where replaces_id is not null and status <> 'voided';

-- Answers and what belongs to them. Codes and counts lie in clear, free words and the person encrypted.
create table assessment_form (
  assessment_id bigint primary key references assessment (id) on delete cascade,
  answers jsonb not null default '{}',
  facts jsonb not null default '{}',
  -- By item or fact: who answered when at which version, and the answer before by somebody else.
  trail jsonb not null default '{}',
  notes_cipher text,
  prorate boolean not null default false,
  -- Set with the submission: the person and the parts A.1 to A.4, rules, levels.
  person_cipher text,
  result jsonb,
  -- SHA-256 over answers, facts, notes and version of the scale; set with the submission.
  hash text,
  review_note_cipher text,
  manual_reason_cipher text,
  end_reason_cipher text
);
create table assessment_signature (
  id bigint primary key default nextval('id_seq'),
  assessment_id bigint not null references assessment (id) on delete cascade,
  who text not null check (who in ('assessor', 'elder', 'agent', 'provider')),
  user_id bigint references "user" (id),
  name_cipher text not null,
  relation_cipher text,
  file_id bigint references file (id),
  hash text not null,
  at timestamptz not null default now(),
  check ((who = 'assessor') = (user_id is not null))
);
create unique index assessment_signed_by on assessment_signature (assessment_id, user_id) where user_id is not null;
create unique index assessment_signed_as on assessment_signature (assessment_id, who) where who <> 'assessor';
create index assessment_signature_file on assessment_signature (file_id) where file_id is not null;

create function is_rekey() returns boolean language sql stable as $$
  select coalesce(current_setting('anhao.rekey', true), '') = 'on'
$$;

-- A change of answers, facts or notes ends the submission and drops the signatures over the former ones.
create function end_submission() returns trigger language plpgsql as $$
begin
  new.hash := null;
  new.result := null;
  new.person_cipher := null;
  return new;
end $$;
create trigger end_submission before update on assessment_form for each row
  when ((old.answers, old.facts, old.notes_cipher, old.prorate) is distinct from (new.answers, new.facts, new.notes_cipher, new.prorate) and not is_rekey())
  execute function end_submission();
create function drop_signatures() returns trigger language plpgsql as $$
begin
  delete from assessment_signature where assessment_id = new.assessment_id;
  return null;
end $$;
create trigger drop_signatures after update on assessment_form for each row
  when (old.hash is distinct from new.hash) execute function drop_signatures();

-- A finished assessment: it is only voided or replaced, or its notice and place in time change.
create function hold_done() returns trigger language plpgsql as $$
declare signed int; wanted int;
begin
  if tg_op = 'UPDATE' and old.status in ('done', 'voided', 'replaced') then
    if (to_jsonb(old) - '{status,latest,expiry_notified_at,customer_id,version,updated_at,updated_by}'::text[])
      <> (to_jsonb(new) - '{status,latest,expiry_notified_at,customer_id,version,updated_at,updated_by}'::text[])
      or (old.status <> new.status and (old.status <> 'done' or new.status not in ('voided', 'replaced'))) then
      raise exception 'a finished assessment never changes' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.status = 'done' then
    select count(*) into signed from assessment_signature s join assessment_form f using (assessment_id)
      where s.assessment_id = new.id and s.who = 'assessor' and s.hash = f.hash;
    select coalesce((v.definition ->> 'assessors')::int, 1) into wanted from scale_version v where v.id = new.scale_version_id;
    if tg_op = 'INSERT' or old.status <> 'review' or signed < wanted or new.reviewed_by is null or new.reviewed_by = any(new.assessor_ids)
      or exists (select 1 from assessment_signature s join assessment_form f using (assessment_id) where s.assessment_id = new.id and s.hash <> f.hash)
      or not exists (select 1 from assessment_form f where f.assessment_id = new.id and f.hash is not null and (f.result ->> 'complete')::boolean) then
      raise exception 'an assessment is done when it is complete, signed and reviewed' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return new;
end $$;
create trigger hold_done before insert or update on assessment for each row execute function hold_done();
create function hold_form() returns trigger language plpgsql as $$
begin
  if exists (select 1 from assessment a where a.id = old.assessment_id and a.status in ('done', 'voided', 'replaced')) and not is_rekey()
    and (tg_op = 'DELETE' or (to_jsonb(old) - 'end_reason_cipher') <> (to_jsonb(new) - 'end_reason_cipher')) then
    raise exception 'a finished assessment never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger hold_form before update on assessment_form for each row execute function hold_form();
create function hold_signature() returns trigger language plpgsql as $$
begin
  if exists (select 1 from assessment a where a.id = coalesce(new.assessment_id, old.assessment_id) and a.status in ('done', 'voided', 'replaced'))
    and not is_rekey() then
    raise exception 'a finished assessment never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger hold_signature before insert or update on assessment_signature for each row execute function hold_signature();

-- The level of a person that an assessment set: nobody else changes it.
alter table customer add column ability_assessment_id bigint;

select watch_changes(array['scale', 'assessment']);
