import { type Selectable, sql } from 'kysely';
import { localToday, requireUnsealed } from '#features/customer/server/service.ts';
import { decrypt } from '#server/core/crypto.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Assessment } from '#server/db/tables.ts';
import { type ScaleVersion, scaleVersionOf } from '../scaleVersion.ts';
import type { Form, Head } from './form.ts';

/** Person of an assessment, in the viewer's scope. */
interface Person {
  id: string;
  name: string;
  birthDate: string | null;
  departmentId: string;
  projectId: string;
  responsibleId: string | null;
  serviceState: string;
  /** Today in the zone of the person's project. */
  today: string;
}

/** A locked assessment with its form; the lock lasts until the end of the transaction. */
export interface Locked {
  row: Selectable<Assessment>;
  form: Form & { head: Head };
  /** Of the submission; null in a draft. */
  hash: string | null;
  /** Why it replaces another one, in words. */
  replaceReason: string | null;
  customer: Person;
  scale: ScaleVersion;
}

/** Returns the id of the person of an assessment in the viewer's scope; else 404. */
export async function customerIdOf(tx: Db, viewer: Viewer, id: string): Promise<string> {
  const row = await tx
    .selectFrom('assessment')
    .innerJoin(scoped(viewer, 'customer'), 'customer.id', 'assessment.customerId')
    .select('customer.id')
    .where('assessment.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('评估');
  return row.id;
}

async function readForm(tx: Db, row: Selectable<Assessment>) {
  const stored = await tx
    .selectFrom('assessmentForm')
    .select(['answers', 'facts', 'trail', 'notesCipher', 'prorate', 'hash', 'replaceReasonCipher'])
    .where('assessmentId', '=', row.id)
    .executeTakeFirstOrThrow();
  const { answers, facts, trail, notesCipher, prorate, hash, replaceReasonCipher } = stored;
  const notes = notesCipher === null ? {} : (JSON.parse(decrypt(notesCipher)) as Form['notes']);
  const { reason, date, assessorIds } = row;
  const form = { answers, facts, trail, notes, prorate, head: { reason, date, assessorIds } };
  return {
    form: form as Form & { head: Head },
    hash,
    replaceReason: replaceReasonCipher === null ? null : decrypt(replaceReasonCipher),
  };
}

/**
 * Locks an assessment in the viewer's scope and reads its form, as the transactions before left them; 404 outside the
 * scope, 409 for a sealed archive. Who changes the person locks the person first.
 */
export async function lockAssessment(tx: Db, viewer: Viewer, id: string): Promise<Locked> {
  const stored = await tx
    .selectFrom('assessment')
    .innerJoin(scoped(viewer, 'customer'), 'customer.id', 'assessment.customerId')
    .selectAll('assessment')
    .select([
      sql<
        Omit<Person, 'today'>
      >`jsonb_build_object('id', customer.id::text, 'name', customer.name, 'birthDate', customer.birth_date,
        'departmentId', customer.department_id::text, 'projectId', customer.project_id::text,
        'responsibleId', customer.responsible_id::text, 'serviceState', customer.service_state)`.as('customer'),
      sql<string>`${localToday}::text`.as('today'),
    ])
    .where('assessment.id', '=', id)
    .forUpdate('assessment')
    .executeTakeFirst();
  if (!stored) throw notFound('评估');
  const { customer, today, ...row } = stored;
  await requireUnsealed(tx, [customer]);
  const scale = await scaleVersionOf(tx, row.scaleVersionId);
  return { row, ...(await readForm(tx, row)), customer: { ...customer, today }, scale };
}

const ended = { done: '评估已完成，不能修改', void: '评估已作废', replaced: '评估已被复评替换' } as const;

/** Throws 409 for a finished assessment. */
export function requireOpen({ row: { status } }: Pick<Locked, 'row'>): void {
  if (status !== 'draft' && status !== 'review') throw new Problem(409, ended[status], { status });
}

/** Throws 409 unless the viewer is an assessor of it. */
export function requireNamed(viewer: Viewer, { row }: Pick<Locked, 'row'>): void {
  if (!row.assessorIds.includes(viewer.userId)) throw new Problem(409, '你不是这次评估的评估员');
}
