/** Model that every installation has. */
export interface BuiltInModel {
  code: string;
  name: string;
  kind: string;
  protocol: string;
  /** Seconds. */
  interval: number;
  offline: number;
  capabilities: readonly string[];
  profile: Readonly<Record<string, unknown>>;
}

type Line = readonly [
  code: string,
  name: string,
  kind: string,
  interval: number,
  offline: number,
  capabilities: string,
];

const day = 86_400;
/** Zigbee2MQTT judges battery devices after 25 hours. */
const overDay = 90_000;

const modelsOf = (
  protocol: string | null,
  lines: readonly Line[],
  profileOf: (code: string) => BuiltInModel['profile'] = () => ({}),
): BuiltInModel[] =>
  lines.map(([code, name, kind, interval, offline, capabilities]) => ({
    ...{ code, name, kind, interval, offline, protocol: protocol ?? code },
    capabilities: capabilities.split(' ').filter((capability) => capability !== ''),
    profile: profileOf(code),
  }));

/** One model for each protocol (names.md, getModelList). */
const plain = modelsOf(null, [
  [
    'watch',
    '定位手表',
    'watch',
    300,
    900,
    'sos call locate heart_rate fall battery find restart interval contacts heart_interval quiet_hours fall_sensitivity parameters measure_heart',
  ],
  ['jt808', 'JT/T 808 定位卡', 'watch', 300, 900, 'sos locate battery restart interval call contacts parameters'],
  ['gt06', 'GT06 定位器', 'watch', 300, 900, 'sos locate battery restart interval contacts parameters'],
  ['h02', 'H02 定位器', 'watch', 300, 900, 'sos battery restart interval'],
  [
    'ev07b',
    'EV-07B 呼叫器',
    'button',
    600,
    1800,
    'sos call fall locate battery find restart interval contacts quiet_hours fall_sensitivity parameters',
  ],
  ['z2m', 'Zigbee SOS 按钮', 'button', day, overDay, 'sos battery'],
  ['lorawan', 'LoRaWAN SOS 按钮', 'button', day, overDay, 'sos battery'],
  ['thingsboard', 'ThingsBoard 设备', 'sensor', 600, 1800, 'battery restart parameters'],
  ['scaip', '一键呼话机（SCAIP）', 'call_terminal', day, 129_600, 'sos call'],
  ['mqtt', 'MQTT 通用设备', 'button', 600, 1800, 'sos locate battery'],
  ['push', '云推送设备', 'button', 600, 1800, 'sos locate battery'],
]);

const zigbee = modelsOf('z2m', [
  ['z2m_gateway', 'Zigbee2MQTT 网关', 'gateway', 60, 180, 'restart'],
  ['z2m_door', 'Zigbee 门磁', 'door', day, overDay, 'battery parameters'],
  ['z2m_motion', 'Zigbee 人体传感器', 'motion', day, overDay, 'battery parameters'],
  ['z2m_smoke', 'Zigbee 烟感', 'smoke', day, overDay, 'battery parameters'],
  ['z2m_gas', 'Zigbee 燃气探测器', 'gas', day, overDay, 'parameters'],
  ['z2m_leak', 'Zigbee 水浸', 'water', day, overDay, 'battery parameters'],
  ['z2m_radar', 'Zigbee 毫米波雷达', 'fall_radar', 600, 1800, 'fall parameters'],
  ['z2m_sensor', 'Zigbee 传感器', 'sensor', day, overDay, 'battery parameters'],
]);

/** Gateways that are heard only when something behind them speaks have long intervals. */
const gateways = [
  ...modelsOf('lorawan', [['lorawan_gateway', 'LoRaWAN 网络服务器（ChirpStack）', 'gateway', 600, 1800, '']]),
  ...modelsOf('thingsboard', [['thingsboard_gateway', 'ThingsBoard 网关', 'gateway', 120, 360, 'restart']]),
  ...modelsOf('scaip', [['scaip_gateway', 'SIP 前置（SCAIP）', 'gateway', day, 129_600, '']]),
];

/** Intervals that devices of Milesight have set by the maker, and three times that. */
const often = [600, 1800] as const;
const hourly = [3600, 10_800] as const;
const sixHours = [21_600, 64_800] as const;

/** Care models of Milesight; the codec of a model is a table of that name (protocols.md P6). */
const milesight = modelsOf(
  'lorawan',
  [
    ['vs330', 'Milesight VS330 卫生间占用', 'motion', ...hourly, 'battery'],
    ['vs340', 'Milesight VS340 桌位占用', 'motion', ...hourly, 'battery'],
    ['vs341', 'Milesight VS341 座位占用', 'motion', ...hourly, 'battery'],
    ['vs370', 'Milesight VS370 人体存在雷达', 'motion', ...hourly, 'battery'],
    ['vs373', 'Milesight VS373 跌倒雷达', 'fall_radar', ...hourly, 'fall breath_rate in_bed'],
    ['ws101', 'Milesight WS101 按钮', 'button', ...sixHours, 'sos battery'],
    ['ws136', 'Milesight WS136 场景面板', 'button', ...sixHours, 'sos battery'],
    ['ws156', 'Milesight WS156 场景面板', 'button', ...sixHours, 'sos battery'],
    ['ws202', 'Milesight WS202 人体红外', 'motion', ...sixHours, 'battery'],
    ['ws203', 'Milesight WS203 人体红外温湿度', 'motion', ...hourly, 'battery'],
    ['ws301', 'Milesight WS301 门磁', 'door', ...sixHours, 'battery'],
    ['ws303', 'Milesight WS303 水浸', 'water', ...sixHours, 'battery'],
    ['em300-sld', 'Milesight EM300-SLD 点式水浸', 'water', ...often, 'battery'],
    ['em300-zld', 'Milesight EM300-ZLD 线式水浸', 'water', ...often, 'battery'],
    ['em300-mld', 'Milesight EM300-MLD 膜式水浸', 'water', ...often, 'battery'],
    ['em300-mcs', 'Milesight EM300-MCS 门磁温湿度', 'door', ...often, 'battery'],
    ['am102', 'Milesight AM102 温湿度', 'sensor', ...often, 'battery'],
    ['am102l', 'Milesight AM102L 温湿度', 'sensor', ...often, 'battery'],
    ['am103', 'Milesight AM103 温湿度二氧化碳', 'sensor', ...often, 'battery'],
    ['am103l', 'Milesight AM103L 温湿度二氧化碳', 'sensor', ...often, 'battery'],
    ['am104', 'Milesight AM104 室内环境', 'sensor', ...often, 'battery'],
    ['am107', 'Milesight AM107 室内环境', 'sensor', ...often, 'battery'],
  ],
  (codec) => ({ codec }),
);

/** Models of every installation, also without demo data (names.md, getModelList). */
export const builtInModels: readonly BuiltInModel[] = [...plain, ...zigbee, ...gateways, ...milesight];
