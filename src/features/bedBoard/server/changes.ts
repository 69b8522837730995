import { sql } from 'kysely';
import { lookBackHours } from '#features/bedBoard/contract.ts';
import { usableReading } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { instants, int8s } from '#server/db/pgBinary.ts';

/** A value of presence that differs from the one before it. */
export interface Change {
  at: string;
  value: number;
}

/** Changes that were read, so that the next look reads what came since alone. */
interface Look {
  changes: Change[];
  /** Values up to here are looked through, ms since 1970. */
  upTo: number;
  staleAt: number;
}

const looks = new Map<string, Look>();
const maxLooks = 5000;
const lookBackMs = lookBackHours * 3_600_000;
/** Age of a look after which late values may have changed it, ms; up to twice this, so that not all are due at once. */
const staleMs = 600_000;

function remember(key: string, look: Look): void {
  looks.delete(key);
  looks.set(key, look);
  for (const oldest of looks.keys()) {
    if (looks.size <= maxLooks) break;
    looks.delete(oldest);
  }
}

/** A mat with its person, and its newest value. */
interface Spoken {
  customerId: string;
  equipmentId: string;
  boundAt: string;
  at: string;
}

const keyOf = ({ customerId, equipmentId, boundAt }: Spoken) => `${customerId} ${equipmentId} ${boundAt}`;

/** Returns the changes with those of new values, without what is too old: the last change before `from` is still in force. */
function joined(former: readonly Change[], rows: readonly Change[], from: string): Change[] {
  const all = [...former];
  for (const { at, value } of rows) if (all.at(-1)?.value !== value) all.push({ at, value });
  return all.slice(
    Math.max(
      0,
      all.findLastIndex(({ at }) => at < from),
    ),
  );
}

/** Returns the changes of presence of each of these mats up to its newest value, while the person has it. */
export async function changesOf(tx: Db, mats: readonly Spoken[]): Promise<Change[][]> {
  const now = Date.now();
  const former = mats.map((mat): Look => {
    const look = looks.get(keyOf(mat));
    if (look && look.staleAt > now && look.upTo <= Date.parse(mat.at)) return look;
    const upTo = Math.max(Date.parse(mat.boundAt), now - lookBackMs) - 1;
    return { changes: [], upTo, staleAt: now + staleMs * (1 + Math.random()) };
  });
  const rows = await tx.rows(sql<Change & { place: number }>`
    select (t.place - 1)::int as place, v.at, v.value
    from unnest(${int8s(mats.map(({ equipmentId }) => equipmentId))}::bigint[], ${instants(former.map(({ upTo }) => upTo))}::timestamptz[],
      ${instants(mats.map(({ at }) => Date.parse(at)))}::timestamptz[]) with ordinality as t (device_id, since, at, place)
    cross join lateral (
      select c.at, c.value from (
        select r.at, r.value, lag(r.value) over (order by r.at) as former from reading r
        where r.device_id = t.device_id and r.metric = 'in_bed' and r.at > t.since and r.at <= t.at and ${usableReading}) c
      where c.former is distinct from c.value) v
    order by t.place, v.at`);
  const added = Map.groupBy(rows, ({ place }) => place);
  const from = new Date(now - lookBackMs).toISOString();
  return mats.map((mat, index) => {
    const { changes: before, staleAt } = former[index] as Look;
    const changes = joined(before, added.get(index) ?? [], from);
    remember(keyOf(mat), { changes, upTo: Date.parse(mat.at), staleAt });
    return changes;
  });
}
