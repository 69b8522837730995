import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';

/** Newest first, of finished assessments. */
const newest = sql`a.date desc, a.id desc`;

/** Marks the newest finished assessment of each scale of these persons. */
async function markLatest(tx: Db, customerIds: readonly string[]): Promise<void> {
  const ids = bigints(customerIds);
  const chosen = sql`select distinct on (a.customer_id, a.scale) a.id from assessment a
    where a.customer_id = any(${ids}) and a.status = 'done' order by a.customer_id, a.scale, ${newest}`;
  // First the former ones: a person has one a scale.
  await sql`update assessment set latest = false where customer_id = any(${ids}) and latest and id not in (${chosen})`.execute(
    tx,
  );
  await sql`update assessment set latest = true where id in (${chosen}) and not latest`.execute(tx);
}

/** Writes the ability level of these persons: of their newest assessment by a scale that sets it, else none. */
async function setAbility(tx: Db, customerIds: readonly string[]): Promise<void> {
  await sql`
    update customer c set ability_level = n.level, assessed_until = n.valid_until, ability_assessment_id = n.id
    from unnest(${bigints(customerIds)}) as u (id) left join lateral (
      select a.id, a.valid_until, coalesce(a.manual_grade, a.final)::int as level
      from assessment a join scale_version v on v.id = a.scale_version_id
      where a.customer_id = u.id and a.status = 'done' and (v.definition ->> 'ability')::boolean and coalesce(a.manual_grade, a.final) ~ '^[0-9]$'
      order by ${newest} limit 1) n on true
    where c.id = u.id and (c.ability_assessment_id is not null or n.id is not null)
      and (c.ability_level, c.assessed_until, c.ability_assessment_id) is distinct from (n.level, n.valid_until, n.id)`.execute(
    tx,
  );
}

/**
 * Settles what follows from the finished assessments of these persons: the latest one a scale, and ability level with its
 * last day. A level that no assessment set stays. The caller has locked the persons.
 */
export async function settleLatest(tx: Db, customerIds: readonly string[]): Promise<void> {
  await markLatest(tx, customerIds);
  await setAbility(tx, customerIds);
}
