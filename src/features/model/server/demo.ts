import { sql } from 'kysely';
import { any } from '#server/db/values.ts';
import { blockingReasons } from '#server/feature/blockingReferences.ts';
import { type Demo, inOneChange } from '#server/feature/seeds.ts';

const models = [
  {
    code: 'KT-W8',
    name: '定位手表 KT-W8',
    kind: 'watch',
    protocol: 'watch',
    interval_seconds: 300,
    offline_seconds: 900,
    capabilities:
      '{sos,call,locate,heart_rate,fall,battery,find,restart,interval,contacts,heart_interval,quiet_hours,fall_sensitivity,parameters,measure_heart}',
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

/** Demo models; `profile` contains their demo mark. */
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
      const rows = await tx.rows(
        sql<{
          id: string;
          name: string;
        }>`select id::text, name from model where ${marked}`,
      );
      const ids = rows.map(({ id }) => id);
      const blocked = await blockingReasons(tx, 'model', ids);
      await tx
        .deleteFrom('model')
        .where('id', '=', any(ids.filter((id) => !blocked.has(id))))
        .execute();
      return rows.flatMap(({ id, name }) => (blocked.has(id) ? `型号 ${name}：${blocked.get(id)}` : []));
    }),
};
export default demo;
