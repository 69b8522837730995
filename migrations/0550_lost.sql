-- Reporting interval of a customer's devices while an emergency lasts; the interval before it applies again without the row.
create table equipment_command_interval (
  customer_id bigint primary key references customer (id) on delete cascade,
  seconds int not null check (seconds between 10 and 300)
);

-- What an alarm of type 走失 says of the person; it lasts as long as the alarm.
create table lost_case (
  -- Id of the alarm.
  id bigint primary key references warn (id) on delete cascade,
  customer_id bigint not null references customer (id),
  seen_at timestamptz not null,
  lat double precision,
  lng double precision,
  seen_note_cipher text,
  clothes_cipher text not null,
  look_cipher text,
  photo_file_id bigint references file (id),
  -- Speed in km/h with which the ring grows.
  speed real not null default 3 check (speed between 1 and 6),
  seconds int not null default 60 check (seconds between 10 and 300),
  result text check (result in ('found', 'hospital', 'death', 'none')),
  found_at timestamptz,
  end_note_cipher text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  check ((lat is null) = (lng is null))
);
create index lost_case_customer on lost_case (customer_id);
select watch_changes(array['lost_case']);
