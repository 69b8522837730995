-- The base that all maps are drawn on: the bundled one (none), tiles of a service, or a file in DATA_DIR/map.
create table map_setting (
  id bigint primary key check (id = 1),
  kind text not null default 'none' check (kind in ('none', 'raster', 'pmtiles')),
  url text,
  datum text not null default 'wgs84' check (datum in ('wgs84', 'gcj02')),
  attribution text,
  max_zoom int not null default 18 check (max_zoom between 1 and 22),
  file text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  check ((url is not null) = (kind = 'raster') and (file is not null) = (kind = 'pmtiles'))
);
insert into map_setting (id) values (1);
select watch_changes(array['map_setting']);
