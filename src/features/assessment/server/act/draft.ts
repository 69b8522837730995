import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { type ScaleVersion, scaleVersion } from '#features/scale/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Db } from '#server/db/db.ts';
import type { Assessment } from '#server/db/tables.ts';
import { json } from '#server/db/values.ts';
import { annexAOf } from '../annex/annexA.ts';
import { proposable } from './score.ts';

/** Returns the newest version of a scale for a new assessment: 400 for an unknown scale, 409 for a disabled one. */
export async function enabledVersion(tx: Db, code: string): Promise<ScaleVersion> {
  const version = await scaleVersion(tx, code);
  if (!version) throw invalidField('scale', '没有这个量表', 'known');
  if (version.status !== 'enabled') throw new Problem(409, `量表「${version.definition.name}」已停用`);
  return version;
}

/** Returns the next number of a day: PG-20261120-001. */
async function nextNo(tx: Db, day: string): Promise<string> {
  const [row] = await tx.returning(sql<{ last: number }>`
    insert into daily_number (day, name, last) values (${day}, 'PG', 1)
    on conflict (day, name) do update set last = daily_number.last + 1 returning last`);
  return `PG-${day.replaceAll('-', '')}-${String(row?.last ?? 1).padStart(3, '0')}`;
}

type NewDraft = Pick<Insertable<Assessment>, 'reason' | 'date' | 'assessorIds' | 'replacesId'> & {
  /** Why it replaces another one, in words. */
  words?: string | null;
};

/**
 * Adds a draft of a locked person, with the facts that the archive has; returns its id.
 * @param today in the zone of the person's project: the day of its number
 */
export async function addDraft(
  tx: Db,
  customer: { id: string; today: string },
  { id: scaleVersionId, code: scale, definition }: ScaleVersion,
  { words = null, ...draft }: NewDraft,
  createdBy: string,
): Promise<string> {
  const { proposed } = await annexAOf(tx, customer.id, definition);
  const row = await tx
    .insertInto('assessment')
    .values({
      ...draft,
      ...{ no: await nextNo(tx, customer.today), customerId: customer.id, scaleVersionId, scale, createdBy },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('assessmentForm')
    .values({
      assessmentId: row.id,
      facts: json(proposable(definition, proposed)),
      replaceReasonCipher: words === null ? null : encrypt(words),
    })
    .execute();
  return row.id;
}
