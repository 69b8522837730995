import { encrypt } from '#server/core/crypto.ts';
import type { TestApp } from '#server/testing/app.ts';
import { aCustomer, next } from '#server/testing/rows.ts';
import type { ScaleDefinition } from '#shared/scale/definition.ts';
import { hashOf } from './act/score.ts';

/** A scale of two items with three grades by bands: 4 good, 2–3 fair, 0–1 poor. */
export const testScale: Omit<ScaleDefinition, 'code'> = {
  ...{ name: '试量表', version: 1, licence: '试用' },
  items: ['1', '2'].map((code) => ({
    ...{ code, label: `第${code}项` },
    options: [2, 1, 0].map((points) => ({ code: `${points}`, label: `${points}分`, points })),
  })),
  parts: [
    { code: 'P', label: '甲', items: ['1'] },
    { code: 'Q', label: '乙', items: ['2'] },
  ],
  facts: [{ key: 'diagnoses', label: '诊断', kind: 'codes' }],
  total: { of: 'sum' },
  bandSets: [
    {
      ...{ code: 'main', label: '等级', default: true },
      bands: [
        { code: 'good', label: '良好', from: 4, to: 4 },
        { code: 'fair', label: '一般', from: 2, to: 3 },
        { code: 'poor', label: '较差', from: 0, to: 1 },
      ],
    },
  ],
  grade: { by: 'bands' },
  ...{ validMonths: 12, assessors: 2 },
};

/** Stores a scale with one version; returns the id of the version. */
export async function aScale(app: TestApp, code: string, changes: Partial<ScaleDefinition> = {}): Promise<string> {
  const definition = { ...testScale, ...changes, code };
  const [row] = await app.sql<{ id: string }>(
    `with s as (insert into scale (code) values ($1) returning id)
     insert into scale_version (scale_id, number, name, licence, definition) select s.id, 1, $2, $3, $4 from s returning id::text`,
    [code, definition.name, definition.licence, JSON.stringify(definition)],
  );
  return row?.id ?? '';
}

export interface StoredAssessment {
  customerId: string;
  scaleVersionId: string;
  scale: string;
  date: string;
  assessorIds: readonly string[];
  status: 'draft' | 'review' | 'done' | 'void' | 'replaced';
  total: number | null;
  preliminary: string | null;
  final: string | null;
  manualGrade: string | null;
  validUntil: string | null;
  latest: boolean;
  answers: Record<string, string>;
  notes: Record<string, string>;
  replacesId: string | null;
  reason: string;
}

/** Writes rows past the hold of finished ones, as if they had come there by the acts. */
export async function withoutHold<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  await app.sql('alter table assessment disable trigger hold_done');
  try {
    return await work();
  } finally {
    await app.sql('alter table assessment enable trigger hold_done');
  }
}

/** Stores an assessment with these fields, a draft unless the status says otherwise; returns its id. */
export async function anAssessment(
  app: TestApp,
  fields: Partial<StoredAssessment> & Pick<StoredAssessment, 'scaleVersionId' | 'scale' | 'assessorIds'>,
): Promise<string> {
  const customerId = fields.customerId ?? (await aCustomer(app));
  const [row] = await app.sql<{ id: string }>(
    `with a as (insert into assessment (no, customer_id, scale_version_id, scale, reason, date, assessor_ids, status, total, preliminary, final,
         manual, manual_grade, valid_until, latest, replaces_id, parts)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::float8, $10, $11, $12::text is not null, $12, $13, $14, $15, case when $9::float8 is null then null else '{"P":1,"Q":1}'::jsonb end) returning id)
     insert into assessment_form (assessment_id, answers, notes_cipher) select a.id, $16, $17 from a returning assessment_id::text as id`,
    [
      ...[
        `T${next()}`,
        customerId,
        fields.scaleVersionId,
        fields.scale,
        fields.reason ?? 'first',
        fields.date ?? '2026-01-05',
      ],
      ...[
        fields.assessorIds,
        fields.status ?? 'draft',
        fields.total ?? null,
        fields.preliminary ?? fields.final ?? null,
      ],
      ...[fields.final ?? null, fields.manualGrade ?? null, fields.validUntil ?? null, fields.latest ?? false],
      ...[fields.replacesId ?? null, JSON.stringify(fields.answers ?? {}), encrypt(JSON.stringify(fields.notes ?? {}))],
    ],
  );
  return row?.id ?? '';
}

/** Names the assessors of a draft of `testScale` and fills it in; `submitted`: awaits signatures, too. */
export async function fillIn(
  app: TestApp,
  { id, scale, assessorIds }: { id: string; scale: string; assessorIds: readonly string[] },
  submitted: boolean,
): Promise<void> {
  const answers = { 1: '2', 2: '1' };
  await app.sql('update assessment set assessor_ids = $2 where id = $1', [id, assessorIds]);
  await app.sql('update assessment_form set answers = $2 where assessment_id = $1', [id, JSON.stringify(answers)]);
  if (!submitted) return;
  const version = { number: 1, definition: { ...testScale, code: scale } };
  const hash = hashOf(version, { answers, facts: {}, notes: {}, prorate: false });
  await app.sql('update assessment_form set hash = $2 where assessment_id = $1', [id, hash]);
  await app.sql(`update assessment set status = 'review' where id = $1`, [id]);
}
