-- A watch that knows how often to measure the pulse knows the same word for once.
update model set capabilities = capabilities || '{measure_heart}'
where protocol = 'watch' and capabilities @> '{heart_interval}' and not capabilities @> '{measure_heart}';
