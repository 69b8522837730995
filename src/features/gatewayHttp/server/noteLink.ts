import { sql } from 'kysely';
import { db } from '#server/db/db.ts';

/** Interval, ms, in which a gateway's link and sign of life are written once. */
const interval = 20_000;
/** Maximum gateways remembered. */
const most = 10_000;

const noted = new Map<string, { at: number; address: string }>();

/** Returns whether a gateway's request must be noted: the first of an address in each interval. */
export function isDue(id: string, address: string, now: number): boolean {
  const last = noted.get(id);
  if (last && last.address === address && now - last.at < interval) return false;
  if (noted.size >= most) noted.clear();
  noted.set(id, { at: now, address });
  return true;
}

/** Notes that a gateway speaks HTTP, from where and since when; an open MQTT connection stands. */
export async function noteLink(id: string, address: string): Promise<void> {
  await sql`
    insert into gateway_link (gateway_id, way, since, address) select id, 'http', now(), ${address} from gateway where id = ${id}
    on conflict (gateway_id) do update set way = 'http', address = excluded.address,
      since = case when gateway_link.way = 'http' then gateway_link.since else excluded.since end
    where gateway_link.way is distinct from 'mqtt'`.execute(db);
}
