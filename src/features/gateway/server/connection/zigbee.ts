import { type Entrance, type Files, mqttOf, secretMark } from './entrance.ts';

/** Returns the configuration of Zigbee2MQTT (protocols.md P5). */
export function zigbeeFiles(entrance: Entrance, baseTopic: string): Files {
  const { host, port, isSecure } = mqttOf(entrance);
  const server = `${isSecure ? 'mqtts' : 'mqtt'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return [
    {
      title: 'Zigbee2MQTT 配置（合并到原文件，serial 一节保持不变）',
      name: 'configuration.yaml',
      text: `mqtt:
  server: '${server}'
  base_topic: '${baseTopic}'
  user: '${entrance.sn}'
  password: '${secretMark}'
  client_id: '${entrance.sn}'
  # MQTT 3.1.1
  version: 4
  keepalive: 60
  reject_unauthorized: ${isSecure}
advanced:
  # 平台据此分辨设备是此刻上报，还是网关记忆中的旧状态
  last_seen: ISO_8601
  cache_state_send_on_startup: false
  output: json
# 按键按下即发，未被平台确认的会重发
device_options:
  qos: 1
availability:
  enabled: true
`,
    },
  ];
}
