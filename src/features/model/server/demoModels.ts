import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

const day = 86_400;

/** Model of demo devices; `every` and `offline` in seconds. */
interface DemoModel {
  code: string;
  name: string;
  kind: string;
  protocol: 'watch' | 'mqtt';
  every: number;
  offline: number;
  /** Separated by spaces. */
  capabilities: string;
}

const watchCapabilities = 'sos call locate heart_rate fall battery find restart interval contacts';

export const demoModels: readonly DemoModel[] = [
  {
    ...{ code: 'KT-W8', name: '定位手表 KT-W8', kind: 'watch', protocol: 'watch', every: 300, offline: 900 },
    capabilities: `${watchCapabilities} heart_interval quiet_hours fall_sensitivity parameters measure_heart`,
  },
  {
    ...{ code: 'NB-S3', name: 'SOS按钮 NB-S3', kind: 'button', protocol: 'mqtt', every: day, offline: 90_000 },
    capabilities: 'sos battery',
  },
  {
    ...{ code: 'SM-02', name: '睡眠带 SM-02', kind: 'sleep_mat', protocol: 'mqtt', every: 600, offline: 1800 },
    capabilities: 'heart_rate breath_rate in_bed',
  },
];

type Line = readonly [code: string, name: string, kind: string, protocol: 'watch' | 'mqtt', every: number, can: string];
const lines: readonly Line[] = [
  ['KT-W9', '4G手表 KT-W9', 'watch', 'watch', 1800, watchCapabilities],
  ['HB-10', '健康手环 HB-10', 'band', 'watch', 1800, 'sos locate heart_rate battery find interval'],
  ['SB-21', 'SOS按钮 SB-21', 'button', 'mqtt', day, 'sos battery'],
  ['ZG-01', '智能网关 ZG-01', 'gateway', 'mqtt', 600, ''],
  ['DM-01', '门磁 DM-01', 'door', 'mqtt', day, 'battery'],
  ['IR-20', '红外探测器 IR-20', 'motion', 'mqtt', day, 'battery'],
  ['YG-02', '烟感 YG-02', 'smoke', 'mqtt', day, 'battery'],
  ['FR-60', '跌倒雷达 FR-60', 'fall_radar', 'mqtt', 600, 'fall'],
  ['CT-05', '呼话机 CT-05', 'call_terminal', 'mqtt', 1800, 'sos call'],
];

/** Models of generated devices: few of them report, so they are offline only after two days. */
export const populatedModels = lines.map(([code, name, kind, protocol, every, capabilities]): DemoModel => {
  return { code, name, kind, protocol, every, offline: 2 * day, capabilities };
});

/** Adds the models that do not exist, with the demo mark. */
export async function addModels(tx: Db, models: readonly DemoModel[]): Promise<void> {
  await sql`
    insert into model (code, name, kind, protocol, interval_seconds, offline_seconds, capabilities, profile)
    select m.code, m.name, m.kind, m.protocol, m.every, m.offline, string_to_array(m.capabilities, ' '), '{"demo": true}'
    from jsonb_to_recordset(${JSON.stringify(models)}::jsonb) as m (code text, name text, kind text, protocol text, every int, offline int, capabilities text)
    on conflict (code) where deleted_at is null do nothing`.execute(tx);
}
