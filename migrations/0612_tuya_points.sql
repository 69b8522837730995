-- The data points of Tuya stand under their own codes. A mapping that somebody has edited stays.
with changed as (
  update push_source set mapping = '{"body": "json", "inside": ["/data", "/bizData"], "number": ["/devId"], "id": "/dataId", "kind": "/bizCode",
    "time": {"path": "/t", "unit": "ms"}, "battery": "/battery_percentage",
    "points": {"lists": ["/status", "/properties"], "code": "code", "value": "value", "time": ["t", "time"]},
    "alarms": [{"path": "/sos", "values": {"*": "sos"}},
      {"path": "/sos_state", "values": {"1": "sos", "true": "sos", "sos": "sos", "alarm": "sos"}, "level": true}]}'
  where source = 'tuya' and mapping = '{"body": "json", "number": ["/devId", "/data/devId"], "id": "/dataId", "kind": "/bizCode",
    "time": {"path": "/t", "unit": "ms"}, "alarms": [{"path": "/status/0/code", "values": {"sos": "sos", "sos_state": "sos"}}]}'
  returning id, mapping)
insert into push_source_version (source_id, version, mapping)
select c.id, (select max(v.version) + 1 from push_source_version v where v.source_id = c.id), c.mapping from changed c;
