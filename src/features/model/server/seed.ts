import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';

/** One model for each protocol (names.md, getModelList), also without demo data. */
const models = [
  {
    code: 'watch',
    name: '定位手表',
    kind: 'watch',
    protocol: 'watch',
    interval_seconds: 300,
    offline_seconds: 900,
    capabilities:
      '{sos,call,locate,heart_rate,fall,battery,find,restart,interval,contacts,heart_interval,quiet_hours,fall_sensitivity,parameters,measure_heart}',
  },
  {
    code: 'jt808',
    name: 'JT/T 808 定位卡',
    kind: 'watch',
    protocol: 'jt808',
    interval_seconds: 300,
    offline_seconds: 900,
    capabilities: '{sos,locate,battery,restart,interval,call,contacts,parameters}',
  },
  {
    code: 'gt06',
    name: 'GT06 定位器',
    kind: 'watch',
    protocol: 'gt06',
    interval_seconds: 300,
    offline_seconds: 900,
    capabilities: '{sos,locate,battery,restart,interval,contacts,parameters}',
  },
  {
    code: 'h02',
    name: 'H02 定位器',
    kind: 'watch',
    protocol: 'h02',
    interval_seconds: 300,
    offline_seconds: 900,
    capabilities: '{sos,battery,restart,interval}',
  },
  {
    code: 'ev07b',
    name: 'EV-07B 呼叫器',
    kind: 'button',
    protocol: 'ev07b',
    interval_seconds: 600,
    offline_seconds: 1800,
    capabilities:
      '{sos,call,fall,locate,battery,find,restart,interval,contacts,quiet_hours,fall_sensitivity,parameters}',
  },
  {
    code: 'z2m',
    name: 'Zigbee SOS 按钮',
    kind: 'button',
    protocol: 'z2m',
    interval_seconds: 86400,
    offline_seconds: 90000,
    capabilities: '{sos,battery}',
  },
  {
    code: 'lorawan',
    name: 'LoRaWAN SOS 按钮',
    kind: 'button',
    protocol: 'lorawan',
    interval_seconds: 86400,
    offline_seconds: 90000,
    capabilities: '{sos,battery}',
  },
  {
    code: 'thingsboard',
    name: 'ThingsBoard 设备',
    kind: 'gateway',
    protocol: 'thingsboard',
    interval_seconds: 600,
    offline_seconds: 1800,
    capabilities: '{}',
  },
  {
    code: 'scaip',
    name: '一键呼话机（SCAIP）',
    kind: 'call_terminal',
    protocol: 'scaip',
    interval_seconds: 86400,
    offline_seconds: 129600,
    capabilities: '{sos,call}',
  },
  {
    code: 'mqtt',
    name: 'MQTT 通用设备',
    kind: 'button',
    protocol: 'mqtt',
    interval_seconds: 600,
    offline_seconds: 1800,
    capabilities: '{sos,locate,battery}',
  },
  {
    code: 'push',
    name: '云推送设备',
    kind: 'button',
    protocol: 'push',
    interval_seconds: 600,
    offline_seconds: 1800,
    capabilities: '{sos,locate,battery}',
  },
];

const seed: Seed = {
  order: 16,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      await sql`
        insert into model (code, name, kind, protocol, interval_seconds, offline_seconds, capabilities, built_in)
        select m.code, m.name, m.kind, m.protocol, m.interval_seconds, m.offline_seconds, m.capabilities::text[], true
        from jsonb_to_recordset(${JSON.stringify(models)}::jsonb)
          as m (code text, name text, kind text, protocol text, interval_seconds int, offline_seconds int, capabilities text)
        on conflict (code) where deleted_at is null do nothing`.execute(tx);
    }),
};
export default seed;
