import { sql } from 'kysely';
import { type Demo, inOneChange } from '#server/feature/seeds.ts';

const models = [
  {
    code: 'KT-W8',
    name: '定位手表 KT-W8',
    kind: 'watch',
    protocol: 'watch',
    interval_seconds: 300,
    offline_seconds: 900,
    capabilities: '{sos,call,locate,heart_rate,fall,battery}',
  },
  {
    code: 'NB-S3',
    name: 'SOS按钮 NB-S3',
    kind: 'button',
    protocol: 'mqtt',
    interval_seconds: 86400,
    offline_seconds: 90000,
    capabilities: '{sos,battery}',
  },
  {
    code: 'SM-02',
    name: '睡眠带 SM-02',
    kind: 'sleep_mat',
    protocol: 'mqtt',
    interval_seconds: 600,
    offline_seconds: 1800,
    capabilities: '{heart_rate,breath_rate,in_bed}',
  },
];

/** Models carry their mark in `profile`. */
const demo: Demo = {
  order: 115,
  run: () =>
    inOneChange(async ({ tx }) => {
      await sql`
        insert into model (code, name, kind, protocol, interval_seconds, offline_seconds, capabilities, profile)
        select m.code, m.name, m.kind, m.protocol, m.interval_seconds, m.offline_seconds, m.capabilities::text[], '{"demo": true}'
        from jsonb_to_recordset(${JSON.stringify(models)}::jsonb)
          as m (code text, name text, kind text, protocol text, interval_seconds int, offline_seconds int, capabilities text)
        on conflict (code) where deleted_at is null do nothing`.execute(tx);
      return [];
    }),
  remove: () =>
    inOneChange(async ({ tx }) => {
      const marked = sql`profile ->> 'demo' = 'true'`;
      await sql`delete from model m where ${marked} and not exists (select 1 from equipment e where e.model_id = m.id)`.execute(
        tx,
      );
      const left = await sql<{ name: string }>`select name from model where ${marked}`.execute(tx);
      return left.rows.map(({ name }) => `型号 ${name}：有正式设备在用`);
    }),
};
export default demo;
