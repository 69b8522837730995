-- The address range (/24, /64) from which an unregistered number came, and how many numbers a collecting alarm stands for.
alter table unknown_message add column origin text;
create index unknown_message_origin on unknown_message (protocol, origin, received_at desc) where alarms <> '{}';
alter table warn add column origin text;
alter table warn add column numbers int;
create index warn_stranger on warn (origin) where type = 'unknown' and status in ('pending', 'handling');
