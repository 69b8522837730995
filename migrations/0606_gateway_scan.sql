-- Until when the gateway itself was last told to scan; differs from scan_until while it has not been told yet.
alter table gateway_link add column scan_sent timestamptz;
