// core: configuration, log, errors, keys, retries, process lifecycle: used by everything else.

import { resolve } from 'node:path';
import { isAddressOrNetwork } from './addressRange.ts';
import { type BackupSettings, backupSettings } from './backupSettings.ts';
import { privateNetworks, reachOf } from './networks.ts';
import { openFilesLimit } from './openFiles.ts';

export type Role = 'web' | 'ingest' | 'worker';
export type DeviceProtocol = 'watch' | 'jt808' | 'gt06' | 'h02' | 'ev07b';
/** TCP device port of this version. */
export type TcpPort = 'watch' | 'jt808' | 'gt06' | 'h02' | 'ev07b';

/** Port to listen on: 0 is any free one, `off` keeps it closed. */
export type Port = number | 'off';

/** Paths of two PEM files. */
export type TlsFiles = { cert: string; key: string };

/** Validated configuration from environment variables. URLs are kept as given. */
export type Config = {
  port: Port;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Unset: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Direct URL for LISTEN, migrations and ingest if `databaseUrl` is a pooler; unset: `databaseUrl` is used. */
  databaseDirectUrl: string | undefined;
  mqttPort: Port;
  /** MQTT over TLS; `off` without `tls`. */
  mqttsPort: Port;
  /** Unset: HTTP and MQTT in clear. */
  tls: TlsFiles | undefined;
  devicePorts: Record<DeviceProtocol, Port>;
  /** Password of the first administrator, read at the first start only. */
  adminPassword: string | undefined;
  captcha: boolean;
  demo: boolean;
  roles: ReadonlySet<Role>;
  idSlice: number;
  /** Addresses and networks of proxies whose header with the client address is trusted. */
  trustProxy: string[];
  /** Device ports that require a PROXY v2 header from one of `trustProxy`. */
  proxyProtocol: ReadonlySet<TcpPort>;
  /** Private networks that links and outbound requests may reach. */
  allowPrivateTargets: string[];
  /** URL that receives the newest seals of the logs. */
  logAnchorUrl: string | undefined;
  /** Public URL of the product: prefix of links in notifications. */
  publicUrl: string | undefined;
  /** Addresses and networks that may read `/metrics` and `/api/docs` without a login. */
  inspectFrom: string[];
  /** Hourly quota per device number: messages, and megabytes of messages. */
  deviceMessages: number;
  deviceMegabytes: number;
  /** Megabytes kept free on the data disk; 0: none. */
  diskReserve: number;
  /** Maximum open files and sockets of this process. */
  openFiles: number;
  backup: BackupSettings;
  /** Seconds between "not ready" and closing the ports, for the load balancer to react. */
  drainWait: number;
  /** Maximum seconds of a shutdown. */
  drainMax: number;
};

/** Error about invalid variables; the message has a line for each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const ROLES: Role[] = ['web', 'ingest', 'worker'];
const TCP_PORTS: TcpPort[] = ['watch', 'jt808', 'gt06', 'h02', 'ev07b'];
const POSTGRES = ['postgres:', 'postgresql:'];
/** Variables without effect in this version: setting one is refused, because it would be expected to work. */
const WITHOUT_EFFECT = ['BACKUP_DATABASE_URL', 'DATABASE_READ_URL', 'FILES_URL', 'MQTT_LANES', 'MQTT_URL'];

/**
 * Reads the configuration from environment variables; an empty one counts as unset.
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const from = new Reader(env);
  const databaseUrl = from.url('DATABASE_URL', POSTGRES);
  const tls = from.tls();
  const dataDir = resolve(from.text('DATA_DIR') ?? 'data');
  const limit = openFilesLimit();
  const config: Config = {
    port: from.port('PORT', 8080),
    host: from.text('HOST') ?? '127.0.0.1',
    dataDir,
    databaseUrl,
    databaseDirectUrl: from.url('DATABASE_DIRECT_URL', POSTGRES),
    mqttPort: from.port('MQTT_PORT', 1883),
    mqttsPort: from.port('MQTTS_PORT', tls ? 8883 : 'off'),
    tls,
    devicePorts: {
      watch: from.port('WATCH_PORT', 5093),
      jt808: from.port('JT808_PORT', 5015),
      gt06: from.port('GT06_PORT', 5023),
      h02: from.port('H02_PORT', 5013),
      ev07b: from.port('EV07B_PORT', 5193),
    },
    adminPassword: from.text('ADMIN_PASSWORD'),
    captcha: from.onOff('CAPTCHA', true),
    demo: from.onOff('DEMO', databaseUrl === undefined),
    roles: new Set(from.subset('ROLES', ROLES) ?? ROLES),
    idSlice: from.integer('ID_SLICE', 0, 0, 511),
    trustProxy: from.addresses('TRUST_PROXY'),
    proxyProtocol: new Set(from.subset('PROXY_PROTOCOL', TCP_PORTS) ?? []),
    allowPrivateTargets: from.privateNetworks('ALLOW_PRIVATE_TARGETS'),
    logAnchorUrl: from.url('LOG_ANCHOR_URL', ['https:', 'http:']),
    publicUrl: from.url('PUBLIC_URL', ['https:', 'http:']),
    inspectFrom: from.addresses('INSPECT_FROM', ['127.0.0.0/8', '::1']),
    deviceMessages: from.integer('DEVICE_MESSAGES', 20_000, 1, 999_999_999),
    deviceMegabytes: from.integer('DEVICE_MEGABYTES', 16, 1, 999_999),
    diskReserve: from.integer('DISK_RESERVE', 256, 0, 999_999_999),
    openFiles: Math.min(limit, from.integer('OPEN_FILES', Math.min(limit, 999_999_999), 64, 999_999_999)),
    backup: backupSettings(from, dataDir),
    drainWait: from.integer('DRAIN_WAIT', databaseUrl === undefined ? 0 : 3, 0, 600),
    drainMax: from.integer('DRAIN_MAX', 15, 1, 600),
  };
  refuseContradictions(from, config);
  from.done();
  return config;
}

/** Refuses variables that are valid alone but contradict others. */
function refuseContradictions(from: Reader, config: Config): void {
  if (config.proxyProtocol.size > 0 && config.trustProxy.length === 0) {
    from.refuse('PROXY_PROTOCOL', 'needs TRUST_PROXY, the addresses that may send the header');
  }
  if (config.mqttsPort !== 'off' && !config.tls) from.refuse('MQTTS_PORT', 'needs TLS_CERT and TLS_KEY');
  if (config.databaseDirectUrl && !config.databaseUrl) from.refuse('DATABASE_DIRECT_URL', 'needs DATABASE_URL');
  for (const name of WITHOUT_EFFECT) {
    if (from.text(name) !== undefined) from.refuse(name, 'has no effect in this version and must not be set');
  }
  const anchors = config.logAnchorUrl;
  if (anchors?.startsWith('http:') && config.allowPrivateTargets.length === 0)
    from.refuse('LOG_ANCHOR_URL', 'must begin with https://, or ALLOW_PRIVATE_TARGETS must list its network');
}

/** Reads single variables and collects problems, so that one start shows all of them. */
class Reader {
  #env: Record<string, string | undefined>;
  #problems: string[] = [];

  constructor(env: Record<string, string | undefined>) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  refuse(name: string, problem: string): void {
    this.#problems.push(`${name} ${problem}`);
  }

  done(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems.join('\n'));
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.refuse(name, `must be a whole number from ${min} to ${max}, not "${text}"`);
    return fallback;
  }

  port(name: string, fallback: Port): Port {
    const text = this.text(name);
    if (text === 'off') return 'off';
    if (text === undefined) return fallback;
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (value <= 65_535) return value;
    this.refuse(name, `must be a port from 1 to 65535, 0 for any free one, or off; not "${text}"`);
    return fallback;
  }

  onOff(name: string, fallback: boolean): boolean {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (text !== 'on' && text !== 'off') this.refuse(name, `must be on or off, not "${text}"`);
    return text === 'on';
  }

  /** Reads a URL. The message does not repeat the value: it may contain a password. */
  url(name: string, protocols: string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      this.refuse(name, `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return text;
  }

  /** Reads the TLS files: both or none. */
  tls(): TlsFiles | undefined {
    const [cert, key] = [this.text('TLS_CERT'), this.text('TLS_KEY')];
    if (cert && key) return { cert: resolve(cert), key: resolve(key) };
    if (cert) this.refuse('TLS_CERT', 'needs TLS_KEY, the file of its private key');
    if (key) this.refuse('TLS_KEY', 'needs TLS_CERT, the file of its certificate');
    return undefined;
  }

  subset<T extends string>(name: string, allowed: T[]): T[] | undefined {
    const items = this.#list(name);
    const picked = allowed.filter((item) => items.includes(item));
    for (const item of items) {
      if (!allowed.some((k) => k === item)) this.refuse(name, `must be a list of ${allowed.join(', ')}, not "${item}"`);
    }
    return picked.length > 0 ? picked : undefined;
  }

  addresses(name: string, fallback: string[] = []): string[] {
    if (this.text(name) === undefined) return fallback;
    const items = this.#list(name);
    for (const item of items) {
      if (!isAddressOrNetwork(item)) {
        this.refuse(name, `must be a list of addresses or networks such as 10.0.0.0/8, not "${item}"`);
      }
    }
    return items;
  }

  /** Reads networks; `on`: all private ones. Loopback and link-local are never allowed. */
  privateNetworks(name: string): string[] {
    const text = this.text(name);
    if (text === 'on') return privateNetworks;
    if (text === undefined || text === 'off') return [];
    const items = this.#list(name);
    for (const item of items) {
      const [address = ''] = item.split('/');
      if (!isAddressOrNetwork(item))
        this.refuse(name, `must be on, off or a list of networks such as 10.0.0.0/8, not "${item}"`);
      else if (reachOf(address) !== 'private')
        this.refuse(name, `must list private networks, never loopback, link-local or public ones such as "${item}"`);
    }
    return items;
  }

  #list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
}
