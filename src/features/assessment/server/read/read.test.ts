import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveApi } from '#features/archive/contract.ts';
import { assessmentApi } from '#features/assessment/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { anAssessment, aScale, withoutHold } from '../testing.ts';

let app: TestApp;
let [nurse, doctor]: TestUser[] = [];
let version: string;
const scale = 'try';
beforeAll(async () => {
  app = await startApp({ env: { ROLES: 'web' } });
  [nurse, doctor] = [await aUser(app, { role: 'health' }), await aUser(app, { role: 'health' })];
  version = await aScale(app, scale);
});
afterAll(() => app.stop());

const stored = (fields: Partial<Parameters<typeof anAssessment>[1]>) =>
  anAssessment(app, { scaleVersionId: version, scale, assessorIds: [nurse?.id ?? '', doctor?.id ?? ''], ...fields });

test('a draft shows the person as the archive has them, and the one before', async () => {
  const customerId = await aCustomer(app, { name: '吴阿根', idNo: '330102194103020024', mobile: '13800005678' });
  const before = await withoutHold(app, () =>
    stored({ customerId, status: 'done', date: '2025-01-05', final: 'fair', total: 3, validUntil: '2026-01-04' }),
  );
  const id = await stored({ customerId, notes: { 1: '扶着' } });
  const { rows } = await app.list(assessmentApi.getAssessmentList, { customerId }, nurse?.token);
  expect(rows).toMatchObject([
    { id, status: 'draft', scaleName: '试量表', signaturesNeeded: 2, signed: 0, assessors: [{ id: nurse?.id }, {}] },
    { id: before, status: 'expired', finalLabel: '一般', parts: { P: 1, Q: 1 } },
  ]);
  const shown = await app.call(assessmentApi.getAssessment, { id }, nurse?.token);
  expect(shown).toMatchObject({
    ...{ notes: { 1: '扶着' }, person: { name: '吴阿根', idNo: '330102********0024', benefits: [] } },
    ...{ before: { id: before, final: 'fair', finalLabel: '一般', total: 3 }, history: [{ id: before }] },
    can: { save: true, submit: true, sign: false, review: false, void: false, replace: false },
  });
});

test('a grade has the label of the set of bands that graded', async () => {
  const band = (label: string) => ({ code: 'low', label, from: 0, to: 4 });
  const scaleVersionId = await aScale(app, 'sets', {
    bandSets: [
      {
        code: 'chosen',
        label: '按文化程度',
        default: true,
        by: { fact: 'schooling', sets: { a: 'first', b: 'second' } },
      },
      { code: 'first', label: '小学', bands: [band('轻度')] },
      { code: 'second', label: '中学', bands: [band('中度')] },
    ],
  });
  const id = await stored({ scaleVersionId, scale: 'sets', status: 'review', final: 'low', total: 1 });
  await app.sql(`update assessment_form set result = '{"bandSet": "second"}' where assessment_id = $1`, [id]);
  const { rows } = await app.list(assessmentApi.getAssessmentList, { scale: ['sets'] }, nurse?.token);
  expect(rows).toMatchObject([{ id, final: 'low', finalLabel: '中度' }]);
});

test('a finished one is on the time line of the health archive, and holds back the deletion of its person', async () => {
  const customerId = await aCustomer(app);
  const id = await withoutHold(app, () =>
    stored({ customerId, status: 'done', date: '2025-03-05', final: 'fair', total: 3, validUntil: '2026-03-04' }),
  );
  await stored({ customerId });
  const { rows } = await app.list(archiveApi.getArchiveTimeline, { customerId, kind: ['assessment'] }, app.admin);
  const url = `/healthy/assessment/${id}`;
  expect(rows).toEqual([
    { at: '2025-03-05', kind: 'assessment', title: '试量表', text: '一般，3 分', level: null, url },
  ]);
  await app.sql(`update customer set service_state = 'pending' where id = $1`, [customerId]);
  const refused = await app.tryCall(customerApi.deleteCustomer, { ids: [customerId] }, app.admin);
  expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining('已有评估') });
});

test('the list of a department has the assessments of its people: they move with the person, and go with a deleted one', async () => {
  const [from, to] = [await aDepartment(app), await aDepartment(app)];
  const roleId = await aRole(app, { scope: 'department', permissions: ['assessment:list'] });
  const [before, after] = [
    await aUser(app, { department: from, roleId }),
    await aUser(app, { department: to, roleId }),
  ];
  const customerId = await aCustomer(app, { department: from });
  const id = await withoutHold(app, () => stored({ customerId, status: 'done' }));
  const shown = async ({ token }: TestUser) =>
    (await app.list(assessmentApi.getAssessmentList, {}, token)).rows.map((row) => [row.id, row.version]);
  expect(await shown(before)).toEqual([[id, 1]]);
  await app.sql('update customer set department_id = $2 where id = $1', [customerId, to]);
  expect([await shown(before), await shown(after)]).toEqual([[], [[id, 1]]]);
  await app.sql('update customer set deleted_at = now() where id = $1', [customerId]);
  expect(await shown(after)).toEqual([]);
  await app.sql('update customer set deleted_at = null where id = $1', [customerId]);
  expect(await shown(after)).toEqual([[id, 1]]);
});
