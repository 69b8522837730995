import { assessmentApi } from '#features/assessment/contract.ts';
import { authorizationCases, counts, names, type RecordKind, scopeFree, shows } from '#server/testing/authorization.ts';
import { aCustomer, aMark } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { anAssessment, aScale, withoutHold } from './testing.ts';

const scale = 'scoped';
const toCome = scopeFree('its try follows with the act itself');
let version: Promise<string> | undefined;

/** An assessment of a customer, whose name is the mark. */
const assessmentOf = (status: 'draft' | 'done'): RecordKind => ({
  table: 'assessment',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place, name: mark });
    await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
    version ??= aScale(app, scale);
    const given = { customerId, scaleVersionId: await version, scale, assessorIds: [owner.id] };
    const finished = { status, final: 'fair', total: 3, validUntil: '2999-01-01', latest: true } as const;
    const id =
      status === 'draft'
        ? await anAssessment(app, given)
        : await withoutHold(app, () => anAssessment(app, { ...given, ...finished }));
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
    addAssessment: toCome,
    saveAssessment: toCome,
    submitAssessment: toCome,
    signAssessment: toCome,
    uploadSignature: toCome,
    reviewAssessment: toCome,
    voidAssessment: toCome,
    replaceAssessment: toCome,
    deleteAssessment: toCome,
  },
  { assessment: assessmentOf('draft'), finished: assessmentOf('done') },
);
