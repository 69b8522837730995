import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastSlot, nextSlot } from './backupSettings.ts';
import { ConfigError, readConfig } from './config.ts';
import { openFilesLimit } from './openFiles.ts';

describe('the configuration', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      mqttPort: 1883,
      mqttsPort: 'off',
      tls: undefined,
      devicePorts: { watch: 5093, jt808: 5015, gt06: 5023, h02: 5013, ev07b: 5193 },
      adminPassword: undefined,
      captcha: true,
      deviceMegabytes: 16,
      deviceMessages: 20_000,
      diskReserve: 256,
      openFiles: openFilesLimit(),
      demo: true,
      roles: new Set(['web', 'ingest', 'worker']),
      idSlice: 0,
      trustProxy: [],
      proxyProtocol: new Set(),
      allowPrivateTargets: [],
      logAnchorUrl: undefined,
      publicUrl: undefined,
      inspectFrom: ['127.0.0.0/8', '::1'],
      backup: {
        dir: undefined,
        passphrase: undefined,
        minutesOfDay: [18 * 60],
        keep: 14,
        maxAge: 30,
        databaseUrl: undefined,
      },
      drainWait: 0,
      drainMax: 15,
    });
  });

  test('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', ROLES: ' ', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  test('with a database of its own shows no demo and waits for the load balancer, unless told otherwise', () => {
    const outside = { DATABASE_URL: 'postgresql://db/anhao' };
    expect(readConfig(outside)).toMatchObject({ demo: false, drainWait: 3 });
    expect(readConfig({ ...outside, DEMO: 'on', DRAIN_WAIT: '1' })).toMatchObject({ demo: true, drainWait: 1 });
  });

  test('opens any free port for 0 and none for off', () => {
    expect(readConfig({ PORT: '0', WATCH_PORT: 'off' })).toMatchObject({ port: 0, devicePorts: { watch: 'off' } });
  });

  test('with a certificate and its key opens MQTT over TLS beside the port in clear, each by its own setting', () => {
    const files = { TLS_CERT: 'a.crt', TLS_KEY: '/etc/a.key' };
    const tls = { cert: resolve('a.crt'), key: '/etc/a.key' };
    expect(readConfig(files)).toMatchObject({ tls, mqttPort: 1883, mqttsPort: 8883 });
    const overridden = { ...files, MQTTS_PORT: '0', MQTT_PORT: 'off' };
    expect(readConfig(overridden)).toMatchObject({ mqttPort: 'off', mqttsPort: 0 });
  });

  test.each([
    ['TLS_CERT', 'TLS_CERT needs TLS_KEY, the file of its private key'],
    ['TLS_KEY', 'TLS_KEY needs TLS_CERT, the file of its certificate'],
    ['MQTTS_PORT', 'MQTTS_PORT needs TLS_CERT and TLS_KEY'],
  ])('refuses %s by itself', (name, sentence) => {
    expect(() => readConfig({ [name]: '8884' })).toThrow(new ConfigError(sentence));
  });

  test('backs up at times of the UTC day, outside the data folder, with a passphrase from a file', () => {
    const set = { BACKUP_DIR: '/backups', BACKUP_PASSPHRASE: 'lantern under the bridge' };
    expect(readConfig({ ...set, BACKUP_AT: '18:30, 06:00', BACKUP_KEEP: '3' }).backup).toMatchObject({
      dir: '/backups',
      minutesOfDay: [360, 1110],
      keep: 3,
    });
    for (const [name, value] of [
      ['BACKUP_AT', '24:00'],
      ['BACKUP_KEEP', '0'],
      ['BACKUP_DIR', 'data/backups'],
      ['BACKUP_PASSPHRASE', ''],
    ])
      expect(() => readConfig({ ...set, [name as string]: value }), name).toThrow(/BACKUP_/);
    const file = { BACKUP_DIR: '/backups', BACKUP_PASSPHRASE_FILE: fileURLToPath(import.meta.url) };
    expect(readConfig(file).backup.passphrase).toBe("import { resolve } from 'node:path';");
  });

  test('finds the last and the next of the times of a day', () => {
    const instantOf = (text: string) => Date.parse(`2026-11-${text}:00Z`);
    expect(lastSlot([360, 1080], instantOf('22T05:59'))).toBe(instantOf('21T18:00'));
    expect(lastSlot([360, 1080], instantOf('22T06:00'))).toBe(instantOf('22T06:00'));
    expect(nextSlot([360, 1080], instantOf('22T18:00'))).toBe(instantOf('23T06:00'));
  });

  test('reads lists whatever the spaces', () => {
    const config = readConfig({ ROLES: 'worker, web', TRUST_PROXY: '10.0.0.0/8 , ::1', PROXY_PROTOCOL: 'watch' });
    expect(config).toMatchObject({
      roles: new Set(['web', 'worker']),
      trustProxy: ['10.0.0.0/8', '::1'],
      proxyProtocol: new Set(['watch']),
    });
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['WATCH_PORT', '-1'],
    ['MQTT_PORT', '1883 '.repeat(2)],
    ['ID_SLICE', '512'],
    ['DRAIN_MAX', '1.5'],
    ['CAPTCHA', 'yes'],
    ['INSPECT_FROM', 'everywhere'],
    ['LOG_ANCHOR_URL', 'http://example.com/anchor'],
    ['PUBLIC_URL', 'care.example.cn'],
    ['ALLOW_PRIVATE_TARGETS', 'true'],
    ['ALLOW_PRIVATE_TARGETS', '10.0.0.0/33'],
    ['ALLOW_PRIVATE_TARGETS', '127.0.0.0/8'],
    ['ALLOW_PRIVATE_TARGETS', '10.0.0.0/8,169.254.169.254'],
    ['ALLOW_PRIVATE_TARGETS', '0.0.0.0/0'],
    ['ALLOW_PRIVATE_TARGETS', '8.8.8.0/24'],
    ['DEMO', 'true'],
    ['ROLES', 'web,api'],
    ['BACKUP_AT', '18:00'],
    ['BACKUP_DIR', '/backups'],
    ['BACKUP_PASSPHRASE', 'too short'],
    ['BACKUP_PASSPHRASE_FILE', '/nowhere/passphrase'],
    ['DATABASE_URL', 'mysql://db'],
    ['DATABASE_DIRECT_URL', 'postgresql://db/anhao'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'proxy.local'],
    ['PROXY_PROTOCOL', 'watch'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} `));
  });

  test.each([
    ['BACKUP_DATABASE_URL', 'postgresql://db/anhao'],
    ['DATABASE_READ_URL', 'postgresql://replica/anhao'],
    ['FILES_URL', 's3://files'],
    ['MQTT_LANES', '16'],
    ['MQTT_URL', 'mqtts://broker'],
  ])('stops the start at %s, which would have no effect, and says so', (name, value) => {
    expect(() => readConfig({ DATABASE_URL: 'postgresql://db/anhao', [name]: value })).toThrow(
      new RegExp(`^${name} has no effect in this version`),
    );
  });

  test('opens the private networks that are listed, and all of them for on', () => {
    const opened = (value: string) => readConfig({ ALLOW_PRIVATE_TARGETS: value }).allowPrivateTargets;
    expect(opened('10.8.0.0/16, fd00:8::/32,192.168.3.4')).toEqual(['10.8.0.0/16', 'fd00:8::/32', '192.168.3.4']);
    expect([opened('off'), opened('')]).toEqual([[], []]);
    expect(opened('on')).toContain('172.16.0.0/12');
  });

  test('demands the PROXY header of ports that exist alone', () => {
    expect(() => readConfig({ TRUST_PROXY: '10.0.0.1', PROXY_PROTOCOL: 'watch,mqtt' })).toThrow(
      /^PROXY_PROTOCOL must be a list of watch, jt808, gt06, h02, ev07b, not "mqtt"$/,
    );
  });

  test('lets the ports of coming protocols be set', () => {
    const ports = { JT808_PORT: '0', GT06_PORT: 'off', H02_PORT: '5014', EV07B_PORT: '5194' };
    expect(readConfig(ports).devicePorts).toMatchObject({ jt808: 0, gt06: 'off', h02: 5014, ev07b: 5194 });
  });

  test('names every wrong variable at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/^PORT .*\nDEMO /);
  });

  test('does not repeat a password that stands in a wrong address', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@db' })).toThrow(/^(?!.*secret)/s);
  });

  test('gives back any valid port and refuses everything else with its own error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(70_000).map(String), fc.string()), (text) => {
        const valid = text.trim() === '' || text.trim() === 'off' || (/^\d{1,5}$/.test(text.trim()) && +text <= 65_535);
        if (valid) readConfig({ PORT: text });
        else expect(() => readConfig({ PORT: text })).toThrow(ConfigError);
      }),
    );
  });
});
