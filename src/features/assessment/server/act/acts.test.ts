import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessmentApi } from '#features/assessment/contract.ts';
import { scaleApi } from '#features/scale/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aUser } from '#server/testing/rows.ts';
import { download } from '#server/testing/sheet.ts';
import { aScale, testScale } from '../testing.ts';
import { acting, assessingStaff, type Staff } from './acting.ts';
import { hasAnswered, type Trail, trailAfter } from './form.ts';

let app: TestApp;
let staff: Staff;
let acts: ReturnType<typeof acting>;
beforeAll(async () => {
  app = await startApp();
  staff = await assessingStaff(app);
  acts = acting(app, staff);
  await aScale(app, 'two', {
    items: testScale.items.map((item) => ({ ...item, notes: item.code === '1' })),
  });
  await aScale(app, 'one', { assessors: 1 });
  await aScale(app, 'off');
  await aScale(app, 'matrix', {
    ...{ total: { of: null }, bandSets: [], assessors: 1, validMonths: null },
    levels: [
      { part: 'P', by: 'bands', bands: [0, 1, 2].map((n) => ({ level: n, from: n, to: n })) },
      { part: 'Q', by: 'bands', bands: [0, 1, 2].map((n) => ({ level: n, from: n, to: n })) },
    ],
    grade: {
      ...{ by: 'matrix', hole: 'manual' },
      grades: [
        { code: 'a', label: '甲等' },
        { code: 'b', label: '乙等' },
      ],
      rows: [{ grade: 'a', when: { level: ['P', '=', 2] } }],
    },
  });
});
afterAll(() => app.stop());

const full = { 1: '2', 2: '1' };
const worse = { 1: '0', 2: '0' };
const get = (id: string) => app.call(assessmentApi.getAssessment, { id }, staff.first.token);
const trySave = (input: object, token = staff.first.token) => app.tryCall(assessmentApi.saveAssessment, input, token);

test('an assessment is filled in, submitted, signed by both and reviewed: grade, last day and hash follow', async () => {
  const draft = await acts.add('two');
  expect(draft).toMatchObject({ status: 'draft', missing: ['1', '2'], version: 1, validUntil: null, signatures: [] });
  expect(draft.no).toMatch(/^PG-\d{8}-\d{3}$/);
  const saved = await acts.saved(draft, full);
  expect(saved).toMatchObject({ missing: [], version: 2 });
  const submitted = await acts.submit(saved);
  expect(submitted).toMatchObject({ status: 'review', signatures: [] });
  expect(await get(draft.id)).toMatchObject({ total: 3, final: 'fair', finalLabel: '一般', status: 'review' });
  await acts.sign(submitted);
  const both = await acts.sign(submitted, staff.second.token);
  const { hash } = await get(draft.id);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(both.signatures).toMatchObject([
    { who: 'assessor', userId: staff.first.id, name: staff.first.name, hash },
    { who: 'assessor', userId: staff.second.id, hash },
  ]);
  const done = await acts.review(submitted, { note: '同意' });
  expect(done).toMatchObject({ status: 'done', validUntil: '2027-01-04' });
  const old = await acts.done('two', full, { date: '2024-01-31' });
  expect(old).toMatchObject({ status: 'expired', validUntil: '2025-01-30' });
});

test('answers by somebody else are named, with what stood before', async () => {
  const one = await acts.saved(await acts.add('two'), { 1: '2' });
  const two = await acts.saved(one, { 1: '1', 2: '0' }, staff.second.token);
  const late = await trySave({ id: one.id, version: one.version, answers: { 1: '0' } });
  expect(late).toMatchObject({
    status: 409,
    data: {
      ...{ version: two.version, updatedBy: staff.second.name },
      changes: [
        { field: '1', old: '2', new: '1', by: staff.second.name },
        { field: '2', old: null, new: '0' },
      ],
    },
  });
  const { trail, answers } = await get(one.id);
  expect(answers).toEqual({ 1: '1', 2: '0' });
  expect(trail['1']).toMatchObject({ by: staff.second.id, was: { value: '2', by: staff.first.id } });
  expect(trail['2']?.was).toBeUndefined();
});

test('a save whose answer got lost may be repeated', async () => {
  const draft = await acts.add('two');
  const saved = await acts.saved(draft, { 1: '2' });
  expect(await acts.saved(draft, { 1: '2' })).toEqual(saved);
});

test('null takes an answer, a fact and a note back; what is not given stays', async () => {
  const { id, version } = await acts.add('two');
  const input = { answers: full, facts: { diagnoses: ['F01.9'] }, notes: { 1: '会自己吃' } };
  const saved = await app.call(assessmentApi.saveAssessment, { id, version, ...input }, staff.first.token);
  expect(await get(id)).toMatchObject(input);
  const [row] = await app.sql<{ text: string }>(
    'select f::text as text from assessment_form f where assessment_id = $1',
    [id],
  );
  expect(row?.text).not.toContain('会自己吃');
  const taken = { id, version: saved.version, answers: { 1: null }, facts: { diagnoses: null }, notes: { 1: null } };
  expect(await app.call(assessmentApi.saveAssessment, taken, staff.first.token)).toMatchObject({ missing: ['1'] });
  expect(await get(id)).toMatchObject({ answers: { 2: '1' }, facts: {}, notes: {} });
});

test.each([
  ['an unknown item', { answers: { 9: '1' } }, 'answers.9'],
  ['an unknown item that is taken back', { answers: { 9: null } }, 'answers.9'],
  ['an unknown option', { answers: { 1: '3' } }, 'answers.1'],
  ['an unknown fact', { facts: { coma: true } }, 'facts.coma'],
  ['a fact of another kind', { facts: { diagnoses: 'F01' } }, 'facts.diagnoses'],
  ['a note where none is taken', { notes: { 2: '好' } }, 'notes.2'],
  ['prorate where the scale has none', { prorate: true }, 'prorate'],
  ['a day to come', { date: '2999-01-01' }, 'date'],
  ['a day too long ago', { date: '1890-01-01' }, 'date'],
  ['a reason that is none', { reason: 'x' }, 'reason'],
  ['an assessor that is none', { assessorIds: ['1'] }, 'assessorIds'],
])('a save refuses %s with its place', async (_what, input, field) => {
  const { id, version } = await acts.add('two');
  const answer = await trySave({ id, version, ...input });
  expect([answer.status, (answer.data as { errors: object[] }).errors[0]]).toEqual([
    400,
    expect.objectContaining({ field }),
  ]);
});

test('points, totals and grades of a call are refused', async () => {
  const { id, version } = await acts.add('two');
  for (const figure of [{ total: 4 }, { parts: { P: 2 } }, { final: 'good' }, { status: 'done' }])
    expect(await trySave({ id, version, answers: full, ...figure })).toMatchObject({ status: 400 });
});

test('only named assessors save, submit and sign; others find nothing outside their scope', async () => {
  const draft = await acts.add('two');
  const { id, version } = draft;
  const third = await aUser(app, { role: 'assessor' });
  const away = await aUser(app, { role: 'assessor', department: await aDepartment(app, await aDepartment(app)) });
  const calls = [
    [assessmentApi.saveAssessment, { id, version, answers: full }],
    [assessmentApi.submitAssessment, { id }],
    [assessmentApi.signAssessment, { id }],
  ] as const;
  for (const [endpoint, input] of calls) {
    expect(await app.tryCall(endpoint, input, third.token)).toMatchObject({
      status: 409,
      msg: '你不是这次评估的评估员',
    });
    expect(await app.tryCall(endpoint, input, away.token)).toMatchObject({ status: 404 });
  }
  expect(await app.tryCall(assessmentApi.submitAssessment, { id }, staff.reviewer.token)).toMatchObject({
    status: 409,
  });
});

test('what is missing is listed; a missing answer is never 0', async () => {
  const draft = await acts.saved(await acts.add('two'), { 1: '2' });
  const refusal = { status: 409, msg: '还有没填的：第2项', data: { missing: ['2'] } };
  expect(await app.tryCall(assessmentApi.submitAssessment, { id: draft.id }, staff.first.token)).toMatchObject(refusal);
  expect(await app.tryCall(assessmentApi.signAssessment, { id: draft.id }, staff.first.token)).toMatchObject(refusal);
  expect(await get(draft.id)).toMatchObject({ total: null, preliminary: null, final: null });
  const alone = await acts.saved(await acts.add('two', { assessorIds: [staff.first.id] }), full);
  expect(await app.tryCall(assessmentApi.submitAssessment, { id: alone.id }, staff.first.token)).toMatchObject({
    ...{ status: 409, msg: expect.stringContaining('2 名评估员') },
  });
});

test('nobody signs before the submission, or twice', async () => {
  const draft = await acts.saved(await acts.add('two'), full);
  const trySign = (input: object, token = staff.first.token) => app.tryCall(assessmentApi.signAssessment, input, token);
  expect(await trySign({ id: draft.id })).toMatchObject({ status: 409, msg: '评估还没有提交' });
  await acts.submit(draft);
  await acts.sign(draft);
  expect(await trySign({ id: draft.id })).toMatchObject({ status: 409, msg: '你已签名' });
  const [a, b] = await Promise.all([1, 2].map(() => trySign({ id: draft.id }, staff.second.token)));
  expect([a?.status, b?.status].sort()).toEqual([200, 409]);
});

test('an answer changed after the signatures drops them and the submission', async () => {
  const signed = await acts.signed('two', full);
  const unchanged = await acts.saved(signed, { 1: '2' });
  expect(unchanged).toMatchObject({ status: 'review', signatures: [{}, {}] });
  const changed = await acts.saved(signed, { 1: '1' });
  expect(changed).toMatchObject({ status: 'draft', signatures: [] });
  expect(await get(signed.id)).toMatchObject({ status: 'draft', hash: null, total: null, final: null, signatures: [] });
});

test('the elder signs by a picture of this assessment, which those who see it open', async () => {
  const submitted = await acts.submit(await acts.saved(await acts.add('two'), full));
  const other = await acts.submit(await acts.saved(await acts.add('two'), full));
  const sign = (input: object) =>
    app.tryCall(assessmentApi.signAssessment, { id: submitted.id, ...input }, staff.first.token);
  expect(await sign({ who: 'elder' })).toMatchObject({ status: 400, msg: '请先上传签名图片' });
  const fileId = String((await acts.picture(submitted)).data.id);
  const foreign = String((await acts.picture(other)).data.id);
  expect(await sign({ who: 'elder', fileId: foreign })).toMatchObject({ status: 400 });
  expect(await sign({ who: 'agent', fileId })).toMatchObject({ status: 400, msg: '请填写签名人的姓名' });
  expect(await sign({ who: 'provider', fileId, name: '王芳' })).toMatchObject({ status: 400 });
  const signed = await sign({ who: 'agent', fileId, name: '王芳', relation: '女儿' });
  expect(signed.data).toMatchObject({ signatures: [{ who: 'agent', name: '王芳', relation: '女儿', fileId }] });
  expect(await sign({ who: 'elder', fileId })).toMatchObject({ status: 400 });
  expect((await download(app, fileId, staff.reviewer.token)).length).toBeGreaterThan(0);
  await expect(download(app, fileId, (await aUser(app, { role: 'operator' })).token)).rejects.toThrow();
  const [row] = await app.sql<{ text: string }>(
    'select s::text as text from assessment_signature s where file_id = $1',
    [fileId],
  );
  expect(row?.text).not.toMatch(/王芳|女儿/);
});

test('a signature is a picture of 2 MB at most', async () => {
  const submitted = await acts.submit(await acts.saved(await acts.add('two'), full));
  const png = Buffer.from('iVBORw0KGgo=', 'base64');
  for (const content of [Buffer.from('%PDF-1.7'), png, Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)])])
    expect(await acts.picture(submitted, content)).toMatchObject({ status: 400 });
});

test('nobody reviews an own assessment, with too few signatures, or one that is sent back without a note', async () => {
  const submitted = await acts.submit(await acts.saved(await acts.add('two'), full));
  const tryReview = (input: object, token = staff.reviewer.token) =>
    app.tryCall(assessmentApi.reviewAssessment, { id: submitted.id, ...input }, token);
  expect(await tryReview({ approved: true })).toMatchObject({ status: 409, msg: expect.stringContaining('有 0 名') });
  await acts.sign(submitted);
  expect(await tryReview({ approved: true })).toMatchObject({ status: 409, msg: expect.stringContaining('有 1 名') });
  expect(await tryReview({ approved: false })).toMatchObject({ status: 400 });
  expect(await tryReview({ approved: true, manualGrade: 'good' })).toMatchObject({ status: 400 });
  expect(await tryReview({ approved: true }, staff.first.token)).toMatchObject({ status: 403 });
  expect(await tryReview({ approved: false, note: '请核对第1项' })).toMatchObject({
    data: { status: 'draft', signatures: [] },
  });
  expect(await get(submitted.id)).toMatchObject({ reviewNote: '请核对第1项', reviewedByName: staff.reviewer.name });
  expect(await tryReview({ approved: true }, app.admin)).toMatchObject({
    ...{ status: 409, msg: `已由 ${staff.reviewer.name} 审核退回` },
  });
});

test.each([
  ['named or not', {}],
  ['their answers overwritten or not', { answers: worse }],
])('a reviewer who answered an item is no outsider, %s', async (_case, change) => {
  const { id, version } = await acts.add('one', { assessorIds: [staff.reviewer.id, staff.first.id] });
  const ask = { id, version, answers: full };
  const saved = await app.call(assessmentApi.saveAssessment, ask, staff.reviewer.token);
  const without = { id, version: saved.version, assessorIds: [staff.first.id], ...change };
  await app.call(assessmentApi.saveAssessment, without, staff.first.token);
  await acts.submit(saved);
  await acts.sign(saved);
  expect(await app.tryCall(assessmentApi.reviewAssessment, { id, approved: true }, staff.reviewer.token)).toMatchObject(
    {
      ...{ status: 409, msg: expect.stringContaining('不能审核自己的评估') },
    },
  );
});

test('the trail names each user who changed an answer once, also those of a former entry without `others`', () => {
  const at = '2026-11-01T00:00:00.000Z';
  const former: Trail = { 1: { by: 'b', at, version: 2, old: '0', was: { value: '0', by: 'a', at } } };
  const changed = new Map(['1', '$reason'].map((key) => [key, { old: '0', next: '1' }]));
  const after = ['c', 'b', 'c', 'd'].reduce(
    (trail, by, index) => trailAfter(trail, changed, { by, at, version: index + 3 }),
    former,
  );
  expect(after['1']).toMatchObject({ by: 'd', was: { by: 'c' } });
  expect(after['1']?.others?.toSorted()).toEqual(['a', 'b', 'c']);
  expect(after.$reason).not.toHaveProperty('others');
  expect(['a', 'b', 'c', 'd', 'e'].filter((user) => hasAnswered(after, user))).toEqual(['a', 'b', 'c', 'd']);
  expect(hasAnswered(former, 'a')).toBe(true);
  expect(hasAnswered({ $reason: { by: 'a', at, version: 1 } }, 'a')).toBe(false);
});

test('where the matrix has no grade the reviewer enters one of its grades with a reason, beside the computed one', async () => {
  const oneAssessor = { assessorIds: [staff.first.id] };
  const hole = await acts.submit(await acts.saved(await acts.add('matrix', oneAssessor), { 1: '0', 2: '0' }));
  await acts.sign(hole);
  const tryReview = (input: object) =>
    app.tryCall(assessmentApi.reviewAssessment, { id: hole.id, approved: true, ...input }, staff.reviewer.token);
  expect(await tryReview({})).toMatchObject({ status: 400 });
  expect(await tryReview({ manualGrade: 'c', note: '会诊' })).toMatchObject({ status: 400 });
  expect(await tryReview({ manualGrade: 'b' })).toMatchObject({ status: 400, msg: '请写明人工判定的理由' });
  expect(await tryReview({ manualGrade: 'b', note: '  ' })).toMatchObject({ status: 400 });
  expect(await tryReview({ manualGrade: 'b', note: '会诊' })).toMatchObject({
    data: { status: 'done', validUntil: null },
  });
  expect(await get(hole.id)).toMatchObject({
    ...{
      manual: true,
      manualGrade: 'b',
      manualGradeLabel: '乙等',
      manualReason: '会诊',
      preliminary: null,
      final: null,
    },
  });
});

test('a finished one is changed by no call and no statement', async () => {
  const done = await acts.done('two', full);
  const token = staff.first.token;
  const { id, version } = done;
  const calls = [
    [assessmentApi.saveAssessment, { id, version, answers: { 1: '1' } }],
    [assessmentApi.submitAssessment, { id }],
    [assessmentApi.signAssessment, { id }],
    [assessmentApi.deleteAssessment, { ids: [id] }],
  ] as const;
  for (const [endpoint, input] of calls)
    expect(await app.tryCall(endpoint, input, token)).toMatchObject({ status: 409 });
  const statements = [
    `update assessment set total = 1 where id = $1`,
    `update assessment set status = 'draft' where id = $1`,
    `update assessment_form set answers = '{}' where assessment_id = $1`,
    `delete from assessment_form where assessment_id = $1`,
    `delete from assessment_signature where assessment_id = $1`,
    `update assessment_signature set hash = '' where assessment_id = $1`,
  ];
  for (const statement of statements) await expect(app.sql(statement, [id])).rejects.toThrow('never changes');
});

test('a new one takes a known person, an enabled scale, able assessors and a day that was', async () => {
  const customerId = await aCustomer(app, { birthDate: '1950-01-01' });
  const input = { customerId, scale: 'two', reason: 'first', date: '2026-01-05', assessorIds: [staff.first.id] };
  const tryAdd = (change: object) =>
    app.tryCall(assessmentApi.addAssessment, { ...input, ...change }, staff.first.token);
  const operator = await aUser(app, { role: 'operator' });
  const elsewhere = await aUser(app, { role: 'assessor', department: await aDepartment(app) });
  for (const change of [
    { scale: 'none' },
    { reason: 'x' },
    { date: '2999-01-01' },
    { date: '1949-12-31' },
    { assessorIds: [operator.id] },
    { assessorIds: [elsewhere.id] },
    { assessorIds: [staff.first.id, staff.first.id] },
    { assessorIds: [] },
  ])
    expect(await tryAdd(change)).toMatchObject({ status: 400 });
  expect(await tryAdd({ customerId: '999' })).toMatchObject({ status: 404 });
  await app.sql(`update scale set status = 'disabled' where code = 'off'`);
  expect(await tryAdd({ scale: 'off' })).toMatchObject({ status: 409, msg: '量表「试量表」已停用' });
  const { data } = await tryAdd({ unlessOpen: true });
  const { id } = data as { id: string };
  expect(await tryAdd({ unlessOpen: true })).toMatchObject({ status: 409, data: { id } });
  const { rows } = await app.list(scaleApi.getScaleList, { limit: 200 }, app.admin);
  expect(rows.find(({ code }) => code === 'two')).toMatchObject({ used: true });
});

test('numbers of one day count up without a gap, many at once too', async () => {
  const customerId = await aCustomer(app);
  const added = await Promise.all(Array.from({ length: 20 }, () => acts.add('two', { customerId })));
  const numbers = added.map(({ no }) => Number(no.slice(-3))).sort((a, b) => a - b);
  expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual(numbers.map((_, index) => index));
});

test('diagnoses of the archive are proposed as facts', async () => {
  const customerId = await aCustomer(app, { chronic: ['高血压'] });
  await app.sql(`update condition set code = 'I10' where customer_id = $1`, [customerId]);
  expect((await get((await acts.add('two', { customerId })).id)).facts).toEqual({ diagnoses: ['I10'] });
});

test('drafts are deleted by those who made them, all or none', async () => {
  const [draft, submitted] = [await acts.add('two'), await acts.submit(await acts.saved(await acts.add('two'), full))];
  const remove = (ids: string[], token = staff.first.token) =>
    app.tryCall(assessmentApi.deleteAssessment, { ids }, token);
  expect(await remove([draft.id, submitted.id])).toMatchObject({ status: 409 });
  expect(await remove([draft.id], (await aUser(app, { role: 'assessor' })).token)).toMatchObject({ status: 409 });
  expect(await remove([draft.id])).toMatchObject({ status: 200 });
  expect(await app.tryCall(assessmentApi.getAssessment, { id: draft.id }, staff.first.token)).toMatchObject({
    status: 404,
  });
});
