-- Gateways: what an equipment row of kind gateway has more than a device, what it says of its children, attributes of
-- ThingsBoard devices, and by which gateway and topic a message came.
create table gateway (
  -- that of its equipment row
  id bigint primary key references equipment (id),
  child_limit int not null default 256 check (child_limit between 1 and 10000),
  may_create boolean not null default false,
  base_topic text not null default 'zigbee2mqtt',
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
select watch_changes(array['gateway']);

-- what is known of its connection
create table gateway_link (
  gateway_id bigint primary key references gateway (id),
  -- null: not connected
  way text check (way in ('mqtt', 'http')),
  since timestamptz,
  address text,
  software text,
  scan_until timestamptz
) with (fillfactor = 80);

create table gateway_child (
  gateway_id bigint not null references gateway (id),
  number text not null,
  wire_name text,
  vendor text,
  model text,
  kind text,
  power text,
  signal smallint,
  reported text check (reported in ('online', 'offline')),
  exposes jsonb,
  -- why it was not taken in although the gateway may register children
  refused text,
  last_seen_at timestamptz,
  -- uplink counter of LoRaWAN: the newest, how many were received and how many are missing
  counter bigint,
  received bigint not null default 0,
  lost bigint not null default 0,
  at timestamptz not null default now(),
  primary key (gateway_id, number)
) with (fillfactor = 80);

-- signs of life of a gateway in ten minutes
create table gateway_beat (
  gateway_id bigint not null references gateway (id),
  at timestamptz not null,
  beats int not null,
  primary key (gateway_id, at)
);

create table device_attribute (
  equipment_id bigint not null references equipment (id),
  side text not null check (side in ('client', 'shared')),
  key text not null,
  value jsonb not null,
  at timestamptz not null default now(),
  primary key (equipment_id, side, key)
);

alter table raw_message add column topic text, add column gateway_id bigint;
alter table unknown_message add column gateway_id bigint;
drop index unknown_message_minute;
create unique index unknown_message_minute on unknown_message (protocol, number, minute, coalesce(gateway_id, 0));
create index unknown_message_gateway on unknown_message (gateway_id, received_at desc) where gateway_id is not null;
