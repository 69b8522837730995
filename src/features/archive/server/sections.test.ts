import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { archiveApi, type SectionName, sections } from '#features/archive/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { customerHistoryApi } from '#features/customerHistory/contract.ts';
import { readingApi } from '#features/reading/contract.ts';
import { log } from '#server/core/log.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { everyText, findTexts } from '#server/testing/everyText.ts';
import { aCustomer, aRole, aUser } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { searchApi } from '#shared/contract/search.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Fields } from '#shared/resourceField.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const recordOf = (id: string) => app.call(customerApi.getCustomer, { id }, app.admin);

test('a condition with a code is listed, edited, deleted, and the desk reads the same words', async () => {
  const customerId = await aCustomer(app);
  const before = await recordOf(customerId);
  const logs = () => app.sql(`select 1 from change_log where table_name = 'customer' and row_id = $1`, [customerId]);
  const logged = (await logs()).length;
  const { id } = await app.call(
    archiveApi.addCondition,
    { customerId, code: 'I10.9', name: '原发性高血压', since: '2009', hospital: '市一医院' },
    app.admin,
  );
  const listed = async () => (await app.list(archiveApi.getConditionList, { customerId }, app.admin)).rows;
  expect(await listed()).toMatchObject([
    { id, customerId, code: 'I10.9', name: '原发性高血压', since: '2009', state: 'active', chronic: 'hypertension' },
  ]);
  const after = await recordOf(customerId);
  expect(after.health).toMatchObject({ conditions: ['原发性高血压'], chronic: ['hypertension'] });
  // The words follow without an edit of the person.
  expect([after.version, after.updatedAt]).toEqual([before.version, before.updatedAt]);
  expect((await logs()).length).toBe(logged);

  const edited = await app.call(
    archiveApi.editCondition,
    { id, version: 1, name: '高血压病', hospital: null },
    app.admin,
  );
  expect(edited).toEqual({ id, version: 2 });
  const late = await app.tryCall(archiveApi.editCondition, { id, version: 1, name: '低血压' }, app.admin);
  expect(late).toMatchObject({ status: 409, data: { version: 2 } });
  expect((late.data as { changes: object[] }).changes).toContainEqual({ field: 'name', old: null, new: '高血压病' });
  await app.call(archiveApi.editCondition, { id, version: 2, state: 'resolved' }, app.admin);
  expect((await recordOf(customerId)).health).toMatchObject({ conditions: [], chronic: [] });
  await app.call(archiveApi.deleteCondition, { ids: [id] }, app.admin);
  expect(await listed()).toEqual([]);
});

test('each section keeps its rows, and the archive counts them', async () => {
  const customerId = await aCustomer(app);
  const archive = () => app.call(archiveApi.getArchive, { customerId }, app.admin);
  expect(await archive()).toMatchObject({ completeness: 0, missing: expect.arrayContaining(['allergy', 'lifestyle']) });
  const medicine = { name: '氨氯地平', dose: '5mg', amount: 1, times: ['07:00'], quantity: 9 };
  await app.call(
    archiveApi.addAllergy,
    { customerId, kind: 'medicine', name: '青霉素', severity: 'severe' },
    app.admin,
  );
  await app.call(archiveApi.addMedicine, { customerId, ...medicine }, app.admin);
  await app.call(archiveApi.addSurgery, { customerId, kind: 'surgery', name: '阑尾切除', at: '1987-05' }, app.admin);
  await app.call(archiveApi.addFamily, { customerId, relation: 'mother', name: '糖尿病', code: 'E11' }, app.admin);
  await app.call(archiveApi.addVaccination, { customerId, name: '流感疫苗', at: '2025-10-12' }, app.admin);
  const stay = { from: '2024-03-01', to: '2024-03-09', hospital: '市二医院', reason: '肺炎' };
  await app.call(archiveApi.addAdmission, { customerId, ...stay }, app.admin);
  await app.call(archiveApi.addAid, { customerId, kind: 'hearing', name: '左耳助听器' }, app.admin);
  expect(await archive()).toMatchObject({
    completeness: 70,
    sections: { allergy: 1, condition: 0, medicine: 1, surgery: 1, family: 1, vaccination: 1, admission: 1, aid: 1 },
    missing: ['lifestyle', 'condition', 'attachment'],
    summary: { allergies: ['青霉素'], medicines: [{ text: '氨氯地平 5mg', daysLeft: 9 }] },
  });
  const past = { customerId, limit: 50, to: '2026-01-01T00:00:00Z' };
  const { rows } = await app.list(archiveApi.getArchiveTimeline, past, app.admin);
  expect(rows.map(({ at, kind }) => [at, kind])).toEqual([
    ['2025-10-12', 'vaccination'],
    ['2024-03-01', 'admission'],
    ['1987-05', 'surgery'],
  ]);
  const early = await app.tryCall(archiveApi.addAdmission, { customerId, ...stay, to: '2024-02-01' }, app.admin);
  expect(early).toMatchObject({ status: 400, msg: '出院日期不能早于入院日期' });
});

test('a section with nothing to tell says so until it holds something', async () => {
  const customerId = await aCustomer(app);
  const edit = (input: object, version: number) =>
    app.tryCall(archiveApi.editArchive, { customerId, version, ...input }, app.admin);
  const archive = () => app.call(archiveApi.getArchive, { customerId }, app.admin);
  expect(
    await edit({ none: ['allergy', 'surgery'], lifestyle: { smoking: 'never' }, oxygenScale: 2 }, 1),
  ).toMatchObject({
    data: { version: 2 },
  });
  expect(await archive()).toMatchObject({ none: ['surgery', 'allergy'], completeness: 30, version: 2 });
  const late = await edit({ falls: '浴室跌倒' }, 1);
  expect(late).toMatchObject({ status: 409, data: { version: 2 } });
  expect((late.data as { changes: object[] }).changes).toEqual(
    expect.arrayContaining([
      { field: 'lifestyle', old: null, new: '{"smoking":"never"}' },
      { field: 'oxygenScale', old: null, new: 2 },
    ]),
  );
  await app.call(archiveApi.addAllergy, { customerId, kind: 'food', name: '花生' }, app.admin);
  expect(await archive()).toMatchObject({ none: ['surgery'], completeness: 30, version: 2 });
  expect(await edit({ none: ['allergy'] }, 2)).toMatchObject({ status: 400, msg: '过敏已有记录，不能写「无」' });
});

/** Uploads a file for the archive; returns its id. */
async function aPdf(): Promise<string> {
  const { data } = await upload(app, archiveApi.uploadArchiveFile.path, Buffer.from('%PDF-1.4\n%%EOF\n'));
  return String(data.id);
}

/** What a row needs besides its words. */
const plainInput: Readonly<Partial<Record<SectionName, object>>> = {
  allergy: { kind: 'food' },
  surgery: { kind: 'surgery', at: '1987' },
  family: { relation: 'mother' },
  vaccination: { at: '2025-10-12' },
  admission: { from: '2024-03-01' },
  aid: { kind: 'hearing' },
  attachment: { kind: 'report', at: '2025-01-01' },
};

test('no word of health lies in clear: in no table, log, message or search', async () => {
  const mark = '罕见词';
  let written = 0;
  const word = () => `${mark}${++written}末`;
  const lines = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(log, level));
  const words = () => ({ allergies: [word()], chronic: [word()], medicines: [word()] });
  const customerId = await aCustomer(app, { name: '明一苇', ...words() });
  const refusals: string[] = [];
  /** Calls with words; a second time as an outdated, then as an invalid call. */
  const twice = async (endpoint: Endpoint, input: () => object) => {
    await app.call(endpoint, input() as never, app.admin);
    refusals.push((await app.tryCall(endpoint, { ...input(), customerId: '1' }, app.admin)).msg);
    refusals.push((await app.tryCall(endpoint, { ...input(), nonsense: word() }, app.admin)).msg);
  };
  for (const [name, { fields }] of Object.entries(sections)) {
    const texts = Object.entries(fields as Fields).filter(([, { encrypted }]) => encrypted);
    const input = () => Object.fromEntries(texts.map(([key]) => [key, word()]));
    const [add, edit, getList] = ['add', 'edit', 'get'].map((verb) => {
      const call = `${verb}${name[0]?.toUpperCase()}${name.slice(1)}${verb === 'get' ? 'List' : ''}`;
      return archiveApi[call as 'addAllergy'] as Endpoint;
    }) as [Endpoint, Endpoint, Endpoint];
    const file = name === 'attachment' && { fileId: await aPdf() };
    await twice(add, () => ({ customerId, ...plainInput[name as SectionName], ...file, ...input() }));
    const read = async () => (await app.list(getList, { customerId } as never, app.admin)).rows as { id: string }[];
    const id = (await read()).at(-1)?.id;
    const edited = input();
    await app.call(edit, { id, version: 1, ...edited } as never, app.admin);
    expect(await app.tryCall(edit, { id, version: 1, ...input() }, app.admin)).toMatchObject({ status: 409 });
    expect((await read()).find((row) => row.id === id)).toMatchObject(edited);
  }
  const texts = () => ({ falls: word(), implants: word(), wishes: word(), lifestyle: { note: word() } });
  await app.call(archiveApi.editArchive, { customerId, version: 1, ...texts() }, app.admin);
  expect(await app.tryCall(archiveApi.editArchive, { customerId, version: 1, ...texts() }, app.admin)).toMatchObject({
    status: 409,
  });
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const entry = (days: number) => ({
    ...{ customerId, values: { heart_rate: 70 + days }, measuredAt: ago(days) },
    ...{ remark: word(), lateReason: word() },
  });
  await twice(readingApi.addReading, () => entry(40));
  await app.call(readingApi.addReadingBatch, { rows: [entry(2), { ...entry(3), customerId: '1' }] }, app.admin);
  await twice(readingApi.editBand, () => ({
    ...{ customerId, kind: 'spo2', bands: [{ level: 2, to: 88 }], reason: word() },
  }));
  await twice(readingApi.voidReading, () => ({
    ...{ customerId, kind: ['heart_rate'], from: ago(4), to: ago(1), reason: word() },
  }));
  const edit = { id: customerId, version: (await recordOf(customerId)).version, ...words() };
  await app.call(customerEntryApi.editCustomer, edit, app.admin);
  await until('all is settled', async () => (await app.sql('select 1 from reading_queue')).length === 0);

  const matches = [
    await app.call(searchApi.searchAll, { keyword: mark }, app.admin),
    (await app.list(archiveApi.getArchiveList, { keyword: mark }, app.admin)).rows,
    (await app.list(customerApi.getCustomerList, { keyword: mark }, app.admin)).rows,
  ];
  expect(matches).toEqual([[], [], []]);
  const logged = JSON.stringify(lines.map(({ mock }) => mock.calls));
  for (const line of lines) line.mockRestore();
  expect([logged, ...refusals].filter((text) => text.includes(mark))).toEqual([]);
  // A search index would hold the mark's three characters, as it holds those of the name.
  const where = findTexts(await everyText(app.sql), [mark, '明一苇']);
  expect(where.filter((place) => place.startsWith(mark))).toEqual([]);
  expect(where).toEqual(expect.arrayContaining(['明一苇 in customer.name']));
  expect(written).toBeGreaterThan(100);
});

test('operators read the archive, health staff edit it, and each look is in the log', async () => {
  const customerId = await aCustomer(app);
  const operator = await aUser(app, { role: 'operator' });
  const health = await aUser(app, { role: 'health' });
  const engineer = await aUser(app, { role: 'engineer' });
  await app.call(archiveApi.getArchive, { customerId }, operator.token);
  await app.list(archiveApi.getAllergyList, { customerId }, operator.token);
  const looks = await app.sql<{ action: string }>(`select action from cmd_log where user_id = $1 order by at`, [
    operator.id,
  ]);
  expect(looks.map(({ action }) => action)).toEqual(['getArchive', 'getAllergyList']);
  const input = { customerId, kind: 'food' as const, name: '虾' };
  expect(await app.tryCall(archiveApi.addAllergy, input, operator.token)).toMatchObject({ status: 403 });
  expect(await app.tryCall(archiveApi.getArchive, { customerId }, engineer.token)).toMatchObject({ status: 403 });
  await app.call(archiveApi.addAllergy, input, health.token);
});

test('the list finds by completeness and by the filters of customers', async () => {
  const customerId = await aCustomer(app, { name: '计一苇' });
  await app.call(archiveApi.addCondition, { customerId, code: 'G20', name: '帕金森病' }, app.admin);
  const found = async (filters: object) =>
    (await app.list(archiveApi.getArchiveList, { ids: [customerId], ...filters }, app.admin)).rows.length;
  expect(await found({})).toBe(1);
  expect([await found({ completenessBelow: 10 }), await found({ completenessBelow: 11 })]).toEqual([0, 1]);
  expect([await found({ chronic: ['parkinson'] }), await found({ chronic: ['stroke'] })]).toEqual([1, 0]);
  expect(await found({ keyword: '计一苇' })).toBe(1);
});

test('the history of a customer has the archive’s changes, with words only for those who may view the archive', async () => {
  const customerId = await aCustomer(app, { name: '林守诚', consent: [] });
  const aller = { customerId, kind: 'food' as const, name: '花生' };
  const { id } = await app.call(archiveApi.addAllergy, aller, app.admin);
  await app.call(archiveApi.editAllergy, { id, version: 1, severity: 'severe', reaction: '喉头水肿' }, app.admin);
  await app.call(archiveApi.deleteAllergy, { ids: [id] }, app.admin);
  const { version } = await app.call(archiveApi.getArchive, { customerId }, app.admin);
  await app.call(archiveApi.editArchive, { customerId, version, falls: '去年两次', none: ['surgery'] }, app.admin);
  const measuredAt = new Date(Date.now() - 3_600_000).toISOString();
  const entry = { customerId, values: { systolic: 130, diastolic: 80 }, measuredAt };
  await app.call(readingApi.addReading, entry, app.admin);
  const gone = { customerId, kind: ['systolic' as const], from: measuredAt, to: measuredAt, reason: '量的是同屋的人' };
  await app.call(readingApi.voidReading, gone, app.admin);
  const band = { customerId, kind: 'systolic' as const, bands: [{ level: 3 as const, from: 150 }], reason: '医嘱' };
  const limit = await app.call(readingApi.editBand, band, app.admin);
  await app.call(readingApi.deleteBand, { ids: [limit.id] }, app.admin);
  const record = await recordOf(customerId);
  const entered = { id: customerId, version: record.version, medicines: ['阿司匹林'] };
  await app.call(customerEntryApi.editCustomer, entered, app.admin);
  const history = async (token: string) =>
    (await app.list(customerHistoryApi.getCustomerHistory, { id: customerId, limit: 50 }, token)).rows
      .filter(({ section }) => section !== '建档')
      .map(({ section, changes }) => [section, ...changes.map((one) => [one.label, one.old, one.new])]);
  expect(await history(app.admin)).toEqual([
    ['健康', ['用药', null, '阿司匹林']],
    ['体征界限', ['删除收缩压本人界限', null, null]],
    ['体征界限', ['收缩压本人界限', null, '关注 达到 150']],
    [
      '体征',
      ['撤回', expect.stringMatching(/^收缩压、舒张压 \d\d-\d\d \d\d:\d\d$|^舒张压、收缩压 /), '量的是同屋的人'],
    ],
    ['健康档案', ['写「无」的章节', null, '手术外伤输血'], ['跌倒史', null, '***']],
    ['健康档案', ['删除过敏', '花生', null]],
    ['健康档案', ['过敏 花生 · 程度', null, '重'], ['过敏 花生 · 反应', null, '***']],
    ['健康档案', ['新增过敏', null, '花生']],
  ]);
  const roleId = await aRole(app, { scope: 'all', permissions: ['customer:list'] });
  const { token, id: userId } = await aUser(app, { roleId });
  expect(await history(token)).toEqual(Array(8).fill(['健康', ['健康信息', null, '已修改']]));
  const looks = `select 1 from cmd_log where path = '/api/customer/getCustomerHistory' and user_id = $1`;
  expect(await app.sql(looks, [userId])).toHaveLength(1);
});
