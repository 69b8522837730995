import { sql } from 'kysely';
import type { Populate } from '#server/feature/populate.ts';
import { inOneChange } from '#server/feature/seeds.ts';

const day = 86_400;

/** Models of generated devices: few of them report, so they are offline only after two days. */
const models = [
  {
    ...{ code: 'KT-W9', name: '4G手表 KT-W9', kind: 'watch', protocol: 'watch', every: 1800 },
    capabilities: ['sos', 'call', 'locate', 'heart_rate', 'fall', 'battery', 'find', 'restart', 'interval', 'contacts'],
  },
  {
    ...{ code: 'HB-10', name: '健康手环 HB-10', kind: 'band', protocol: 'watch', every: 1800 },
    capabilities: ['sos', 'locate', 'heart_rate', 'battery', 'find', 'interval'],
  },
  {
    ...{ code: 'SB-21', name: 'SOS按钮 SB-21', kind: 'button', protocol: 'mqtt', every: day },
    capabilities: ['sos', 'battery'],
  },
  { code: 'ZG-01', name: '智能网关 ZG-01', kind: 'gateway', protocol: 'mqtt', every: 600, capabilities: [] },
  { code: 'DM-01', name: '门磁 DM-01', kind: 'door', protocol: 'mqtt', every: day, capabilities: ['battery'] },
  { code: 'IR-20', name: '红外探测器 IR-20', kind: 'motion', protocol: 'mqtt', every: day, capabilities: ['battery'] },
  { code: 'YG-02', name: '烟感 YG-02', kind: 'smoke', protocol: 'mqtt', every: day, capabilities: ['battery'] },
  { code: 'FR-60', name: '跌倒雷达 FR-60', kind: 'fall_radar', protocol: 'mqtt', every: 600, capabilities: ['fall'] },
  {
    ...{ code: 'CT-05', name: '呼话机 CT-05', kind: 'call_terminal', protocol: 'mqtt', every: 1800 },
    capabilities: ['sos', 'call'],
  },
];

/** Adds the models of generated devices, with the demo mark. */
const part: Populate = {
  order: 120,
  async fill({ equipment }) {
    if (equipment === 0) return;
    await inOneChange(async ({ tx }) => {
      await sql`
        insert into model (code, name, kind, protocol, interval_seconds, offline_seconds, capabilities, profile)
        select m.code, m.name, m.kind, m.protocol, m.every, ${2 * day}::int, array(select jsonb_array_elements_text(m.capabilities)), '{"demo": true}'
        from jsonb_to_recordset(${JSON.stringify(models)}::jsonb) as m (code text, name text, kind text, protocol text, every int, capabilities jsonb)
        on conflict (code) where deleted_at is null do nothing`.execute(tx);
      return [];
    });
  },
};
export default part;
