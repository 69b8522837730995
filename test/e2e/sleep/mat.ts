import { matNap, matNight, type Pace } from '#features/sleep/server/demo/course.ts';
import { aDevice } from '#server/testing/rows.ts';
import { lastNight, nightDay } from '#shared/health/night/day.ts';
import type { Site } from '../site.ts';

const zone = 'Asia/Shanghai';
const pace: Pace = { heart: 62, breath: 15 };

/** Gives a customer a mat with nights up to last night, a nap before it; returns the id of last night. */
export async function slept(site: Site, customer: string, nights: number): Promise<string> {
  const { id: device } = await aDevice(site, { customer });
  await site.sql(`update equipment_binding set bound_at = now() - interval '60 days' where equipment_id = $1`, [
    device,
  ]);
  const night = lastNight(Date.now(), zone);
  const { whole } = nightDay(night, zone);
  const values = Array.from({ length: nights }, (_, back) =>
    matNight(whole.from - back * 86_400_000, 30 + back, pace, back === 0 ? 22 : 0),
  ).flat();
  values.push(...matNap(whole.from, 3, pace));
  const kept = values.filter(({ at }) => at < Date.now());
  await site.sql(
    `insert into reading (device_id, metric, at, value, project_id)
     select $1, m, to_timestamp(t), v, e.project_id from equipment e, unnest($2::text[], $3::float8[], $4::float8[]) as r (m, t, v) where e.id = $1 on conflict do nothing`,
    [device, kept.map(({ metric }) => metric), kept.map(({ at }) => at / 1000), kept.map(({ value }) => value)],
  );
  // The worker looks every 5 min: a row to compute again stands for each night.
  const rows = await site.sql<{ id: string }>(
    `insert into sleep_night (device_id, customer_id, night, zone, state, final_at, bed_from, bed_to, tib, exits, longest_exit, recorded, coverage, marks, detail)
     select $1, $2, $3::date - n, $4, 'open', now(), now(), now(), 0, 0, 0, 0, 1, '{}', '{"segments":[],"exits":[],"gaps":[],"naps":[],"heart":[],"breath":[],"motion":[]}'
     from generate_series(0, $5::int - 1) n order by n returning id::text`,
    [device, customer, night, zone, nights],
  );
  for (const { id } of rows) await site.call('sleep/recomputeNight', { id });
  return rows[0]?.id ?? '';
}
