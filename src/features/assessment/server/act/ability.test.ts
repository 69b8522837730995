import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessmentApi } from '#features/assessment/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { customerHistoryApi } from '#features/customerHistory/contract.ts';
import { customerImportApi } from '#features/customerImport/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, anIdNo } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { importApi } from '#shared/contract/import.ts';
import { aScale, testScale } from '../testing.ts';
import { acting, assessingStaff, type Staff, type State } from './acting.ts';

let app: TestApp;
let staff: Staff;
let acts: ReturnType<typeof acting>;
beforeAll(async () => {
  app = await startApp();
  staff = await assessingStaff(app);
  acts = acting(app, staff);
  const bands = [
    { code: '0', label: '完好', from: 4, to: 4 },
    { code: '2', label: '中度', from: 2, to: 3 },
    { code: '3', label: '重度', from: 0, to: 1 },
  ];
  await aScale(app, 'able', { ability: true, bandSets: [{ code: 'main', label: '等级', default: true, bands }] });
  await aScale(app, 'plain', { ...testScale });
});
afterAll(() => app.stop());

const mild = { 1: '2', 2: '1' };
const severe = { 1: '0', 2: '1' };
const levelOf = async (id: string) => {
  const [row] = await app.sql(
    `select ability_level as level, assessed_until::text as until, ability_assessment_id::text as of from customer where id = $1`,
    [id],
  );
  return row;
};
const latestOf = async (customerId: string) =>
  (
    await app.sql<{ id: string }>(`select id::text from assessment where customer_id = $1 and latest`, [customerId])
  ).map(({ id }) => id);
const end = ({ id }: State) => app.call(assessmentApi.voidAssessment, { id, reason: '录错了人' }, staff.reviewer.token);
const replace = (state: State, input: object, token = staff.first.token) =>
  app.tryCall(assessmentApi.replaceAssessment, { id: state.id, ...input }, token);

test('the level follows the newest finished one, and what remains of a voided one', async () => {
  const customerId = await aCustomer(app);
  const one = await acts.done('able', mild, { customerId, date: '2025-03-01' });
  expect(await levelOf(customerId)).toEqual({ level: 2, until: '2026-02-28', of: one.id });
  const newer = await acts.done('able', severe, { customerId, date: '2026-03-01' });
  expect(await levelOf(customerId)).toEqual({ level: 3, until: '2027-02-28', of: newer.id });
  const late = await acts.done('able', mild, { customerId, date: '2025-06-01' });
  await acts.done('plain', mild, { customerId, date: '2026-04-01' });
  expect(await levelOf(customerId)).toMatchObject({ of: newer.id });
  expect(await latestOf(customerId)).toHaveLength(2);
  await end(newer);
  expect(await levelOf(customerId)).toEqual({ level: 2, until: '2026-05-31', of: late.id });
  await end(late);
  await end(one);
  expect(await levelOf(customerId)).toEqual({ level: null, until: null, of: null });
  expect(await latestOf(customerId)).toHaveLength(1);
  const { rows } = await app.list(customerHistoryApi.getCustomerHistory, { id: customerId, limit: 50 }, app.admin);
  const changes = rows.flatMap((row) => row.changes).filter(({ field }) => field.startsWith('ability'));
  expect(changes.map(({ field, label, old, new: next }) => [field, label, old, next])).toEqual([
    ['abilityLevel', '能力等级', '中度失能', null],
    ['abilityLevel', '能力等级', '重度失能', '中度失能'],
    ['abilityLevel', '能力等级', '中度失能', '重度失能'],
    ['abilityLevel', '能力等级', null, '中度失能'],
  ]);
});

test('a level that somebody entered stays until an assessment sets one', async () => {
  const customerId = await aCustomer(app, { abilityLevel: 4 });
  const plain = await acts.done('plain', mild, { customerId });
  await end(plain);
  expect(await levelOf(customerId)).toEqual({ level: 4, until: null, of: null });
});

test('voiding needs a reason and the right, and a draft is none to void', async () => {
  const done = await acts.done('plain', mild);
  const draft = await acts.add('plain');
  const tryVoid = (id: string, input: object, token = staff.reviewer.token) =>
    app.tryCall(assessmentApi.voidAssessment, { id, ...input }, token);
  for (const input of [{}, { reason: '  ' }]) expect(await tryVoid(done.id, input)).toMatchObject({ status: 400 });
  expect(await tryVoid(done.id, { reason: '录错了' }, staff.first.token)).toMatchObject({ status: 403 });
  expect(await tryVoid(draft.id, { reason: '录错了' })).toMatchObject({ status: 409 });
  expect(await tryVoid(done.id, { reason: '录错了' })).toMatchObject({ data: { status: 'void' } });
  expect(await tryVoid(done.id, { reason: '录错了' })).toMatchObject({ data: { status: 'void' } });
  expect(await tryVoid(done.id, { reason: '录错了' }, app.admin)).toMatchObject({ status: 409 });
  const { endReason } = await app.call(assessmentApi.getAssessment, { id: done.id }, staff.first.token);
  expect(endReason).toBe('录错了');
});

test('a doubted one is replaced by others, on record', async () => {
  const customerId = await aCustomer(app);
  const former = await acts.done('able', mild, {
    customerId,
    date: '2026-03-01',
    assessorIds: [staff.first.id, staff.second.id],
  });
  const others = (await assessingStaff(app)) satisfies Staff;
  const assessorIds = [others.first.id, others.second.id];
  for (const reason of ['doubted', '家属有异议']) {
    expect(await replace(former, { reason })).toMatchObject({ status: 400 });
    expect(await replace(former, { reason, assessorIds: [others.first.id, staff.second.id] })).toMatchObject({
      status: 400,
    });
  }
  const { data } = await replace(former, { reason: '家属有异议', assessorIds });
  const draft = data as unknown as State;
  expect(await replace(former, { reason: 'regular', assessorIds })).toMatchObject({
    status: 409,
    data: { id: draft.id },
  });
  for (const change of [{ assessorIds: [staff.first.id, others.first.id] }, { reason: 'regular' }])
    expect(
      await app.tryCall(
        assessmentApi.saveAssessment,
        { id: draft.id, version: draft.version, ...change },
        others.first.token,
      ),
    ).toMatchObject({ status: 400 });
  expect(await levelOf(customerId)).toMatchObject({ of: former.id });
  const theirs = acting(app, { ...others, reviewer: staff.reviewer });
  const submitted = await theirs.submit(await theirs.saved(draft, severe));
  await theirs.sign(submitted);
  await theirs.sign(submitted, others.second.token);
  expect(await theirs.review(submitted)).toMatchObject({ status: 'done' });
  expect(await levelOf(customerId)).toMatchObject({ level: 3, of: draft.id });
  const old = await app.call(assessmentApi.getAssessment, { id: former.id }, staff.first.token);
  expect(old).toMatchObject({ status: 'replaced', replacedById: draft.id, endReason: '家属有异议' });
  expect(await replace(former, { reason: 'regular', assessorIds })).toMatchObject({ status: 409 });
});

test('an assessed level is changed by no edit, no import and no merge', async () => {
  const idNo = anIdNo();
  const customerId = await aCustomer(app, { name: '周玉梅', idNo });
  const done = await acts.done('able', mild, { customerId });
  const customer = await app.call(customerApi.getCustomer, { id: customerId }, app.admin);
  const { version, abilityAssessmentId, assessedUntil } = customer;
  expect([abilityAssessmentId, assessedUntil]).toEqual([done.id, done.validUntil]);
  const edit = (abilityLevel: number | null) =>
    app.tryCall(customerEntryApi.editCustomer, { id: customerId, version, abilityLevel }, app.admin);
  for (const level of [3, null])
    expect(await edit(level)).toMatchObject({
      ...{ status: 400, data: { errors: [{ field: 'abilityLevel', msg: '由评估得出' }] } },
    });
  expect(await edit(2)).toMatchObject({ status: 200 });

  const rows = (level: string) => [
    ['姓名', '身份证号', '手机号', '能力等级'],
    ['周玉梅', idNo, '13900001111', level],
  ];
  for (const [level, errors] of [
    ['重度失能', ['由评估得出']],
    ['中度失能', []],
  ] as const) {
    const file = await workbookOf([{ name: '客户', rows: rows(level) }]);
    const { data } = await upload(app, customerImportApi.importCustomer.path, file, { duplicates: 'overwrite' });
    const preview = await app.call(importApi.getImportPreview, { jobId: String(data.jobId) }, app.admin);
    expect(preview.errors.map(({ msg }) => msg)).toEqual(errors);
  }

  const other = await aCustomer(app, { name: '周玉梅', abilityLevel: 4 });
  const pair = { keepId: other, dropId: customerId };
  const { fields } = await app.call(customerMergeApi.getCustomerMerge, pair, app.admin);
  expect(fields.find(({ field }) => field === 'abilityLevel')).toMatchObject({ preset: 'drop', locked: '由评估得出' });
  const merge = (choices: object) =>
    app.tryCall(customerMergeApi.mergeCustomer, { ...pair, fields: choices }, app.admin);
  expect(await merge({ abilityLevel: 'keep' })).toMatchObject({
    ...{ status: 400, data: { errors: [{ field: 'fields.abilityLevel', msg: '由评估得出' }] } },
  });
  expect(await merge({})).toMatchObject({ status: 200 });
  expect(await levelOf(other)).toMatchObject({ level: 2, of: done.id });
});
