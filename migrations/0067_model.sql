-- What kind of device a model is stood as its first label; it stands as a value of the dictionary `device_kind` from now on.
update model m set kind = k.value from (values
  ('定位手表', 'watch'), ('手环', 'band'), ('SOS按钮', 'button'), ('拉绳报警器', 'cord'), ('一键呼话机', 'call_terminal'),
  ('睡眠带', 'sleep_mat'), ('睡眠带/床垫', 'sleep_mat'), ('网关', 'gateway')) as k (label, value)
where m.kind = k.label;

-- How a position was found stands as the decoders name it.
update warn set position_source = 'gnss' where position_source = 'gps';
update device_state set position_source = 'gnss' where position_source = 'gps';
