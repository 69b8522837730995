import type { FormatLogin } from '#devices/format.ts';

/** Topic of `wake`: a device was deleted or has another secret, which ends its connections. */
export const loginTopic = 'login';

/** Device or gateway that has proven its secret. */
export interface DeviceLogin extends FormatLogin {
  /** Equipment id. */
  id: string;
  /** Protocol of its model: names the format. */
  protocol: string;
  /** Whether it may register children by itself. */
  mayCreate: boolean;
  /** Hash of the secret that it used. */
  proof: Buffer;
  /** Numbers of the children that it has listed, by wire name. */
  names: readonly (readonly [wireName: string, number: string])[];
}

/** Message of a child, counted in memory and written now and then. */
export interface ChildNote {
  gatewayId: string;
  number: string;
  /** Last time it was heard, ms; null: not since the last note. */
  at: number | null;
  /** Newest uplink counter of LoRaWAN; how many were received and are missing since the last note. */
  counter: number | null;
  received: number;
  lost: number;
}
