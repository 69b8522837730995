import { type Entrance, type Files, mqttOf, secretMark } from './entrance.ts';

/** Returns the ways for ChirpStack: a bridge of the Mosquitto beside it, and its HTTP integration (protocols.md P6). */
export function lorawanFiles(entrance: Entrance): Files {
  const { host, port, isSecure } = mqttOf(entrance);
  const { sn, origin } = entrance;
  const tls = isSecure ? '\nbridge_cafile /etc/ssl/certs/ca-certificates.crt' : '';
  return [
    {
      title: 'ChirpStack 旁的 Mosquitto 桥接（推荐：断线时排队）',
      name: 'anhao.conf',
      text: `# 放在 /etc/mosquitto/conf.d/ 下，重启 mosquitto
connection anhao
address ${host}:${port}
# ChirpStack 用 MQTT 5，桥接用 3.1.1
bridge_protocol_version mqttv311
remote_clientid ${sn}
remote_username ${sn}
remote_password ${secretMark}${tls}
try_private false
notifications false
cleansession false
keepalive_interval 60
start_type automatic
restart_timeout 5 30
topic application/# out 1
topic application/+/device/+/command/# in 1
`,
    },
    {
      title: 'ChirpStack 的 MQTT 设置（与桥接一起用）',
      name: 'chirpstack.toml',
      text: `[integration]
  enabled = ["mqtt"]

[integration.mqtt]
  server = "tcp://127.0.0.1:1883/"
  json = true
  qos = 1
`,
    },
    {
      title: 'ChirpStack 的 HTTP 集成（尽力而为：对方只发一次）',
      name: 'chirpstack-http.txt',
      text: `Payload encoding: JSON
Event endpoint URL(s): ${origin}/open/chirpstack/${sn}
Headers:
  X-Token: ${secretMark}
`,
    },
  ];
}
