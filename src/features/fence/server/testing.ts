import { fenceApi } from '#features/fence/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, next } from '#server/testing/rows.ts';
import type { InputOf } from '#shared/endpoint.ts';

/** Middle of the fences of the tests. */
export const home = { lat: 28.935, lng: 118.885 };
/** Degrees of latitude of a metre. */
const metre = 1 / 111_195;

/** A person with a watch. */
export interface Walker {
  customerId: string;
  deviceId: string;
  sn: string;
}

export async function aWalker(app: TestApp, customer: Record<string, unknown> = {}): Promise<Walker> {
  const customerId = await aCustomer(app, customer);
  const { id, sn } = await aDevice(app, { customer: customerId });
  await app.sql(`update equipment_binding set bound_at = now() - interval '30 days' where equipment_id = $1`, [id]);
  return { customerId, deviceId: id, sn };
}

interface Step {
  /** Metres north of the middle, and east of it. */
  north: number;
  east?: number;
  /** Seconds before now. */
  ago: number;
  accuracy?: number;
  source?: string;
  flags?: number;
}

/** Stores a fix as ingest does. */
export async function walks(app: TestApp, { customerId, deviceId }: Walker, ...steps: Step[]): Promise<void> {
  for (const { north, east = 0, ago, accuracy = 10, source = 'gnss', flags = 0 } of steps) {
    const [lat, lng] = [home.lat + north * metre, home.lng + east * metre];
    const at = new Date(Date.now() - ago * 1000).toISOString();
    await app.sql(
      `with state as (
         insert into device_state (device_id, project_id, online, last_seen_at, lat, lng, accuracy, position_source, position_at)
         select id, project_id, true, now(), $3, $4, $5, $6, $2 from equipment where id = $1
         on conflict (device_id) do update set online = true, last_seen_at = now(), lat = $3, lng = $4, accuracy = $5, position_source = $6, position_at = $2)
       insert into position (device_id, at, lat, lng, accuracy, source, flags, project_id, customer_id)
       select $1, $2, $3, $4, $5, $6, $7, project_id, id from customer where id = $8 on conflict do nothing`,
      [deviceId, at, lat, lng, accuracy, source, flags, customerId],
    );
  }
}

type NewFence = Partial<InputOf<(typeof fenceApi)['addFence']>>;

/** A fence of 300 m round the middle. */
export async function aFence(app: TestApp, customerIds: string[], fence: NewFence = {}): Promise<string> {
  const input = {
    ...{ name: `围栏${next()}`, kind: 'home' as const, customerIds },
    shape: { circle: { centre: home, radius: 300 } },
    ...fence,
  };
  return (await app.call(fenceApi.addFence, input, app.admin)).id;
}
