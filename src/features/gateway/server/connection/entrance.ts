import type { gatewayApi } from '#features/gateway/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type Files = OutputOf<typeof gatewayApi.getConnection>['files'];

/** Stands for the secret, which is shown only once. */
export const secretMark = '<密钥>';

/** Address of the product for one gateway. */
export interface Entrance {
  sn: string;
  host: string;
  /** Without trailing slash. */
  origin: string;
  /** Null: closed. */
  ports: { mqtt: number | null; mqtts: number | null; http: number };
}

/** Returns host and port for MQTT, over TLS where it is open. */
export function mqttOf({ host, ports }: Entrance): { host: string; port: number; isSecure: boolean } {
  const isSecure = ports.mqtts !== null;
  return { host: host.replace(/^\[|\]$/g, ''), port: ports.mqtts ?? ports.mqtt ?? 1883, isSecure };
}
