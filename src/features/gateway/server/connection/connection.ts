import type { gatewayApi } from '#features/gateway/contract.ts';
import type { Port } from '#server/core/config.ts';
import { config } from '#server/core/runtime.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireTarget, type Target } from '../target.ts';
import { type Entrance, secretMark } from './entrance.ts';
import { lorawanFiles } from './lorawan.ts';
import { sipFiles } from './sip.ts';
import { thingsboardFiles } from './thingsboard.ts';
import { zigbeeFiles } from './zigbee.ts';

type Connection = OutputOf<typeof gatewayApi.getConnection>;
type Topics = Connection['topics'];

const portOf = (port: Port): number | null => (port === 'off' ? null : port);

/** Returns the address of the product: the public one of the settings, else that by which the caller reached it. */
function entranceOf(gateway: Target, origin: string): Entrance {
  const { publicUrl, mqttPort, mqttsPort } = config();
  const url = new URL(publicUrl ?? origin);
  const isSecure = url.protocol === 'https:';
  return {
    sn: gateway.sn,
    host: url.hostname,
    origin: `${url.origin}${publicUrl === undefined ? '' : url.pathname.replace(/\/+$/, '')}`,
    ports: {
      mqtt: portOf(mqttPort),
      mqtts: portOf(mqttsPort),
      http: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    },
  };
}

const up = (topic: string, note: string): Topics[number] => ({ topic, direction: 'up', note });
const down = (topic: string, note: string): Topics[number] => ({ topic, direction: 'down', note });

/** Topics that a gateway may write and read, by protocol. */
const topicsOf: Readonly<Record<string, (gateway: Target) => Topics>> = {
  z2m: ({ baseTopic }) => [
    up(`${baseTopic}/#`, '设备状态、可用性与 bridge 消息'),
    down(`${baseTopic}/<设备名>/set`, '下发参数'),
    down(`${baseTopic}/bridge/request/permit_join`, '打开、关闭入网'),
    down(`${baseTopic}/bridge/request/restart`, '重启'),
  ],
  lorawan: () => [
    up('application/<应用>/device/<devEui>/event/+', '设备事件'),
    down('application/+/device/+/command/#', '预留，平台不下发'),
  ],
  thingsboard: () => [
    up('v1/gateway/telemetry', '子设备遥测'),
    up('v1/gateway/attributes', '子设备属性'),
    up('v1/gateway/connect', '子设备上线'),
    up('v1/gateway/disconnect', '子设备下线'),
    down('v1/gateway/rpc', '下发子设备指令'),
    up('v1/devices/me/telemetry', '网关自身遥测'),
    down('v1/devices/me/rpc/request/+', '下发网关指令'),
  ],
};

const filesOf: Readonly<Record<string, (entrance: Entrance, gateway: Target) => Connection['files']>> = {
  z2m: (entrance, { baseTopic }) => zigbeeFiles(entrance, baseTopic),
  lorawan: lorawanFiles,
  thingsboard: thingsboardFiles,
  scaip: sipFiles,
};

/** Returns what the software of a gateway in scope needs to connect, with a mark in place of the secret. */
export async function getConnection(
  viewer: Viewer,
  { id }: InputOf<typeof gatewayApi.getConnection>,
  { origin = 'http://localhost' }: RequestInfo,
): Promise<Connection> {
  const gateway = await requireTarget(viewer, id);
  const entrance = entranceOf(gateway, origin);
  const { host, ports } = entrance;
  return {
    user: gateway.protocol === 'thingsboard' ? secretMark : gateway.sn,
    host,
    ports,
    topics: topicsOf[gateway.protocol]?.(gateway) ?? [],
    files: filesOf[gateway.protocol]?.(entrance, gateway) ?? [],
  };
}
