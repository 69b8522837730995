import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { pick } from '#shared/endpoint.ts';
import { gradeLabel } from '#shared/scale/grades.ts';
import { scaleVersionsOf } from '../scaleVersion.ts';
import { bandSetOf, gradeOf } from './conditions.ts';
import type { AssessmentDetail } from './types.ts';

/** Finished ones that the line over the years shows. */
const mostOfHistory = 20;

type Compared = NonNullable<AssessmentDetail['before']>;

interface Reference {
  id: string;
  customerId: string;
  scale: string;
  date: string;
  replacesId: string | null;
}

/** Reads finished ones of a person and scale, newest first; those that end with the last day too. */
async function finished({ customerId, scale }: Reference, isEarlier: ReturnType<typeof sql<boolean>>, limit: number) {
  const rows = await db
    .selectFrom('assessment as a')
    .innerJoin('assessmentForm as f', 'f.assessmentId', 'a.id')
    .select(['a.id', 'a.scaleVersionId', 'a.total', sql<string>`a.date::text`.as('date')])
    .select(sql<Compared['answers']>`f.answers`.as('answers'))
    .select(sql<Compared['parts'] | null>`a.parts`.as('parts'))
    .select([gradeOf.as('final'), bandSetOf.as('bandSet')])
    .where('a.customerId', '=', customerId)
    .where('a.scale', '=', scale)
    .where('a.status', '=', 'done')
    .where(isEarlier)
    .orderBy('a.date', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
  const versionOf = await scaleVersionsOf(
    db,
    rows.map(({ scaleVersionId }) => scaleVersionId),
  );
  return rows.map(({ scaleVersionId, parts, bandSet, ...row }): Compared => {
    const { number, definition } = versionOf(scaleVersionId);
    return { ...row, parts: parts ?? {}, scaleVersion: number, finalLabel: gradeLabel(definition, row.final, bandSet) };
  });
}

/** Returns the last finished one of the scale before this one by date; null without one. The one it replaces is none. */
export async function beforeOf(reference: Reference): Promise<AssessmentDetail['before']> {
  const { id, date, replacesId } = reference;
  const isEarlier = sql<boolean>`((a.date, a.id) < (${date}::date, ${id}::bigint) and a.id is distinct from ${replacesId}::bigint)`;
  return (await finished(reference, isEarlier, 1))[0] ?? null;
}

/** Returns the newest finished ones of the person and scale, oldest first. */
export async function historyOf(reference: Reference): Promise<AssessmentDetail['history']> {
  const rows = await finished(reference, sql<boolean>`true`, mostOfHistory);
  return rows.reverse().map((row) => pick(row, ['id', 'date', 'parts', 'total', 'final', 'finalLabel']));
}
