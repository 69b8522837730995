-- How often somebody was awake, and how often for 5 min or more, as the maker of a device says.
alter table sleep_maker_night add column awakenings int, add column long_awakenings int;
