import type { CommandInput } from '#devices/framer.ts';
import type { Child, Encode } from './mqtt/gatekeeper.ts';
import type { MqttBroker } from './mqtt/mqttBroker.ts';

/** An encoded command for a connected device. */
export interface Outgoing {
  bytes: Buffer;
  /** Writes the command; false if the connection has ended. */
  write(): boolean;
}

/** Connections of one protocol's devices to this node, by one way. */
export interface Downlink {
  prepare(number: string, input: CommandInput, serial: number): Outgoing | null;
  numbers(): string[];
}

const downlinks = new Map<string, { protocol: string; downlink: Downlink }>();

/**
 * Registers the connections of this node for commands of the protocol.
 * @param way other than the protocol's own port: `http`
 */
export function openDownlink(protocol: string, downlink: Downlink, way = ''): void {
  downlinks.set(`${protocol} ${way}`, { protocol, downlink });
}

export function closeDownlinks(): void {
  downlinks.clear();
}

/** Returns the devices connected to this node, by their number in the protocol. */
export function connected(): { protocol: string; number: string }[] {
  return [...downlinks.values()].flatMap(({ protocol, downlink }) =>
    downlink.numbers().map((number) => ({ protocol, number })),
  );
}

/**
 * Encodes a command for a device connected to this node. Record it as sent before `write`: the device may answer before
 * the commit returns.
 * @returns null if the device is not connected here, or does not support the command
 */
export function prepareDown(protocol: string, number: string, input: CommandInput, serial: number): Outgoing | null {
  for (const { protocol: own, downlink } of downlinks.values()) {
    const out = own === protocol ? downlink.prepare(number, input, serial) : null;
    if (out) return out;
  }
  return null;
}

/** Connections over MQTT of this node, by equipment id. */
type MqttDownlink = Pick<MqttBroker, 'connectedIds' | 'prepare' | 'prepareBy'>;

let mqtt: MqttDownlink | undefined;

/** Registers the broker of this node for commands; returns the function that ends it. */
export function openMqttDownlink(downlink: MqttDownlink): () => void {
  mqtt = downlink;
  return () => {
    mqtt = undefined;
  };
}

/** Returns the ids of the devices and gateways that are connected to this node over MQTT. */
export function connectedOverMqtt(): string[] {
  return mqtt?.connectedIds() ?? [];
}

/**
 * Encodes a command for a device connected to this node over MQTT, or for a child behind it; as `prepareDown`.
 * @param id of the device or gateway
 */
export function prepareMqtt(id: string, child: Child | null, input: CommandInput, serial: number): Outgoing | null {
  return mqtt?.prepare(id, child, input, serial) ?? null;
}

/** Writes a message to a device or gateway connected to this node over MQTT; false if it does not listen here. */
export function writeMqtt(id: string, encode: Encode): boolean {
  return mqtt?.prepareBy(id, encode)?.write() ?? false;
}
