import { assessmentApi } from '#features/assessment/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  authorizationCases,
  type CreatedRecord,
  counts,
  names,
  type RecordKind,
  shows,
  type World,
} from '#server/testing/authorization.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aMark } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { anAssessment, aScale, fillIn, withoutHold } from './testing.ts';

const scale = 'scoped';
let version: Promise<string> | undefined;

function scaleIn(app: TestApp): Promise<string> {
  version ??= aScale(app, scale);
  return version;
}

const assessorIds = 'they are judged by their own rights and scope, for the person of the assessment';

/** Two users beside the caller. */
const othersOf = async ({ app, user }: World) =>
  (await app.sql<{ id: string }>('select id::text from "user" where id <> $1 order by id limit 2', [user.id])).map(
    ({ id }) => id,
  );

const prepared = async ({ id }: CreatedRecord, { app }: World, ids: readonly string[], isSubmitted: boolean) =>
  fillIn(app, { id, scale, assessorIds: ids }, isSubmitted);
const withCaller = async (world: World) => [world.user.id, ...(await othersOf(world)).slice(1)];
const filled = async (record: CreatedRecord, world: World) => prepared(record, world, await withCaller(world), false);
const submitted = async (record: CreatedRecord, world: World) => prepared(record, world, await withCaller(world), true);
const byOthers = async (record: CreatedRecord, world: World) => prepared(record, world, await othersOf(world), true);

/** An assessment of a customer, whose name is the mark. */
const assessmentOf = (status: 'draft' | 'done'): RecordKind => ({
  table: 'assessment',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place, name: mark });
    await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
    const fields = { customerId, scaleVersionId: await scaleIn(app), scale, assessorIds: [owner.id] };
    const finished = { status, final: 'fair', total: 3, validUntil: '2999-01-01', latest: true } as const;
    const id =
      status === 'draft'
        ? await anAssessment(app, fields)
        : await withoutHold(app, () => anAssessment(app, { ...fields, ...finished }));
    return { id, mark };
  },
});

/** Authorization cases of the calls about assessments. */
export default authorizationCases(
  assessmentApi,
  {
    getAssessmentList: { checks: [shows('assessment', () => ({ limit: 200 }))] },
    exportAssessment: {
      checks: [
        shows('assessment', () => ({}), {
          text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
        }),
      ],
    },
    getAssessment: { checks: [names('assessment', ({ id }) => ({ id }))] },
    getAssessmentArea: {
      checks: [
        counts(
          'finished',
          () => ({ scale }),
          (rows) => rows.reduce((sum, { grades }) => sum + (grades.fair ?? 0), 0),
        ),
      ],
      alsoFree: { departmentId: 'it only narrows the people in scope' },
    },
    getAssessorList: { checks: [names('customer', ({ id }) => ({ customerId: id }))] },
    addAssessment: {
      checks: [
        names(
          'customer',
          ({ id }, { user }) => ({
            customerId: id,
            scale,
            reason: 'first',
            date: '2026-01-05',
            assessorIds: [user.id],
          }),
          { ready: (_, { app }) => scaleIn(app) },
        ),
      ],
      alsoFree: { assessorIds },
    },
    saveAssessment: {
      checks: [names('assessment', ({ id }) => ({ id, version: 1, answers: { 1: '0' } }), { ready: filled })],
      alsoFree: { assessorIds },
    },
    submitAssessment: { checks: [names('assessment', ({ id }) => ({ id }), { ready: filled })] },
    signAssessment: {
      checks: [names('assessment', ({ id }) => ({ id }), { ready: submitted })],
      alsoFree: { fileId: 'only a picture that was uploaded for the same assessment signs it' },
    },
    uploadSignature: { checks: [names('assessment', ({ id }) => ({ id }), { ready: filled, file: aPicture })] },
    reviewAssessment: {
      checks: [names('assessment', ({ id }) => ({ id, approved: false, note: '退回' }), { ready: byOthers })],
    },
    voidAssessment: { checks: [names('finished', ({ id }) => ({ id, reason: '录错了' }))] },
    replaceAssessment: {
      checks: [names('finished', ({ id }, { user }) => ({ id, reason: 'regular', assessorIds: [user.id] }))],
      alsoFree: { assessorIds },
    },
    deleteAssessment: { checks: [names('assessment', ({ id }) => ({ ids: [id] }), { ready: filled })] },
  },
  { assessment: assessmentOf('draft'), finished: assessmentOf('done') },
);
