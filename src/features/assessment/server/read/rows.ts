import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import { pick } from '#shared/endpoint.ts';
import { gradeLabel } from '#shared/scale/grades.ts';
import { type ScaleVersion, scaleVersionsOf, signaturesOf } from '../scaleVersion.ts';
import { bandSetOf, shownStatus } from './conditions.ts';
import type { AssessmentRow } from './types.ts';

/** Signatures of assessors; those over former answers are gone. */
const signedIds = sql<
  string[]
>`array(select s.user_id::text from assessment_signature s where s.assessment_id = a.id and s.user_id = any(a.assessor_ids) order by s.id)`;

/** Selects assessments of customers in scope by id, with what their row shows. */
export function selectStored(viewer: Viewer, ids: readonly string[]) {
  return db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('assessment as a', 'a.customerId', 'customer.id')
    .where('a.id', '=', any(ids))
    .select([
      'a.id',
      'a.no',
      'a.customerId',
      'customer.name as customerName',
      'a.scale',
      'a.scaleVersionId',
      'a.reason',
    ])
    .select([sql<string>`a.date::text`.as('date'), sql<string | null>`a.valid_until::text`.as('validUntil')])
    .select([sql<string[]>`a.assessor_ids::text[]`.as('assessorIds'), signedIds.as('signedIds')])
    .select(sql<AssessmentRow['parts']>`a.parts`.as('parts'))
    .select(['a.total', 'a.preliminary', 'a.final', 'a.manual', 'a.manualGrade', 'a.version'])
    .select(['a.status as storedStatus', shownStatus.as('status'), bandSetOf.as('bandSet')]);
}

export type StoredAssessment = Awaited<ReturnType<ReturnType<typeof selectStored>['execute']>>[number];

/** Returns names of users by id, of former ones too. */
export async function userNames(ids: readonly (string | null)[]): Promise<(id: string | null) => string | null> {
  const userIds = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    userIds.length === 0
      ? []
      : await db.selectFrom('user').select(['id', 'name']).where('id', '=', any(userIds)).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

/** Returns the row of a stored assessment. */
export function rowOf(
  stored: StoredAssessment,
  { number, name, definition }: ScaleVersion,
  nameOf: (id: string) => string | null,
): AssessmentRow {
  const { bandSet } = stored;
  return {
    ...pick(stored, ['id', 'no', 'customerId', 'customerName', 'scale', 'reason', 'date', 'parts', 'total']),
    ...pick(stored, ['preliminary', 'final', 'manual', 'manualGrade', 'status', 'validUntil', 'version']),
    ...{ scaleName: name, scaleVersion: number },
    assessors: stored.assessorIds.map((id) => ({ id, name: nameOf(id) ?? '' })),
    preliminaryLabel: gradeLabel(definition, stored.preliminary, bandSet),
    finalLabel: gradeLabel(definition, stored.final, bandSet),
    manualGradeLabel: gradeLabel(definition, stored.manualGrade, bandSet),
    signed: stored.signedIds.length,
    signaturesNeeded: signaturesOf(definition),
  };
}

/** Returns the rows of these assessments of people in scope with the versions of their scales, in the order of `ids`. */
export async function versionedRows(viewer: Viewer, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const stored = await selectStored(viewer, ids).execute();
  const [versionOf, nameOf] = await Promise.all([
    scaleVersionsOf(
      db,
      stored.map(({ scaleVersionId }) => scaleVersionId),
    ),
    userNames(stored.flatMap(({ assessorIds }) => assessorIds)),
  ]);
  const byId = new Map(
    stored.map((row) => {
      const version = versionOf(row.scaleVersionId);
      return [row.id, { row: rowOf(row, version, nameOf), version }];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns these assessments of people in scope, in the order of `ids`. */
export async function assessmentRows(viewer: Viewer, ids: readonly string[]): Promise<AssessmentRow[]> {
  return (await versionedRows(viewer, ids)).map(({ row }) => row);
}
