-- What another address with the number of the alarm's device said of where it is, beside the alarm's own position.
alter table warn
  -- /24, /64; also where no position came
  add column other_range text,
  add column other_lat double precision,
  add column other_lng double precision,
  add column other_accuracy double precision,
  add column other_at timestamptz;
