import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DictionaryItem, dictionaryApi } from '#features/dictionary/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { extensionsOf, findFeatures } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aRole, aUser, next } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const tree = () => app.call(dictionaryApi.getDictionaryTree, {}, app.admin);
const typeOf = async (code: string) => (await tree()).find((entry) => entry.type === code);
async function item(type: string, value: string): Promise<DictionaryItem> {
  const stored = (await typeOf(type))?.items.find((entry) => entry.value === value);
  if (!stored) throw new Error(`${type} has no ${value}`);
  return stored;
}
const options = async (type: string, token = app.admin) =>
  (await app.call(dictionaryApi.getDictionaryOption, { types: [type] }, token))[type] ?? [];
const errorOf = (answer: { data: unknown }) => (answer.data as { errors: { field: string; msg: string }[] }).errors[0];

async function aType(kind: 'list' | 'parameter' = 'list'): Promise<string> {
  const type = `made_${next()}`;
  await app.call(dictionaryApi.addDictionaryType, { type, name: '自建类型', kind }, app.admin);
  return type;
}
const add = (type: string, overrides: Record<string, unknown> = {}) =>
  app.tryCall(dictionaryApi.addDictionary, { type, value: `v${next()}`, label: '标签', ...overrides }, app.admin);

test('an item is added, offered, edited, and its new label is what everybody logged in gets', async () => {
  const type = await aType();
  expect((await add(type, { value: 'home', label: '上门', color: '#0b7a70' })).code).toBe(0);
  const user = await aUser(app, { roleId: await aRole(app, { scope: 'self', permissions: [] }) });
  expect(await options(type, user.token)).toEqual([
    { value: 'home', label: '上门', color: '#0b7a70', isDefault: false, status: 'enabled' },
  ]);
  const { id, version } = await item(type, 'home');
  await app.call(dictionaryApi.editDictionary, { id, version, label: '上门走访', color: null }, app.admin);
  expect(await options(type, user.token)).toMatchObject([{ label: '上门走访', color: null }]);
  const late = await app.tryCall(dictionaryApi.editDictionary, { id, version, label: '旧' }, app.admin);
  expect(late).toMatchObject({ status: 409, data: { updatedBy: '管理员' } });
  expect((late.data as { changes: unknown[] }).changes).toContainEqual({
    field: 'label',
    old: '上门',
    new: '上门走访',
  });
});

test('a disabled item keeps its label and is marked, so that forms leave it out', async () => {
  const { id } = await item('living_state', 'others');
  await app.call(dictionaryApi.updateDictionaryStatus, { id, status: 'disabled' }, app.admin);
  expect((await options('living_state')).find((option) => option.value === 'others')).toMatchObject({
    label: '与非亲属居住',
    status: 'disabled',
  });
  await app.call(dictionaryApi.updateDictionaryStatus, { id, status: 'enabled' }, app.admin);
});

test('an item in use is not deleted and says by how many rows', async () => {
  await aCustomer(app, { livingState: 'alone' });
  await aCustomer(app, { livingState: 'alone' });
  const { id } = await item('living_state', 'alone');
  const answer = await app.tryCall(dictionaryApi.deleteDictionary, { ids: [id] }, app.admin);
  const holders = [{ noun: '客户', count: 2, url: '/customer/list?livingState=alone' }];
  expect(answer).toMatchObject({ status: 409, data: { count: 2, holders } });
  expect(answer.msg).toBe('字典项「独居」已被 2 条数据使用，不能删除');
  expect(await app.call(dictionaryApi.getDictionaryUse, { type: 'living_state' }, app.admin)).toEqual({ alone: 2 });
});

test('an item that alarms hold is disabled only when somebody has been told of how many', async () => {
  const customerId = await aCustomer(app);
  const facts = { type: 'fall' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电' };
  const { id: warnId } = await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin);
  await app.sql(`update warn set false_reason = 'pet' where id = $1`, [warnId]);
  const { id, label, version } = await item('false_reason', 'pet');
  const off = { id, status: 'disabled' as const };
  for (const ask of [
    (overrides: object) => app.tryCall(dictionaryApi.updateDictionaryStatus, { ...off, ...overrides }, app.admin),
    (overrides: object) => app.tryCall(dictionaryApi.editDictionary, { ...off, version, ...overrides }, app.admin),
  ]) {
    expect(await ask({})).toMatchObject({ status: 409, msg: `有 1 条告警在用「${label}」`, data: { count: 1 } });
    expect((await item('false_reason', 'pet')).status).toBe('enabled');
  }
  await app.call(dictionaryApi.editDictionary, { ...off, version, confirm: true }, app.admin);
  expect((await item('false_reason', 'pet')).status).toBe('disabled');
  await app.call(dictionaryApi.editDictionary, { ...off, version: version + 1, label }, app.admin);
  await app.call(dictionaryApi.updateDictionaryStatus, { id, status: 'enabled' }, app.admin);
});

test('an item that the program goes by is not disabled, by the switch or by its form; another of its type is', async () => {
  for (const [type, value] of [
    ['warn_type', 'sos'],
    ['warn_status', 'pending'],
    ['living_state', 'alone'],
  ] as const) {
    const { id, version } = await item(type, value);
    const off = { id, status: 'disabled' as const, confirm: true };
    for (const answer of [
      await app.tryCall(dictionaryApi.updateDictionaryStatus, off, app.admin),
      await app.tryCall(dictionaryApi.editDictionary, { ...off, version }, app.admin),
    ])
      expect(answer).toMatchObject({ status: 400, msg: '系统按这一项工作，不能停用' });
    expect((await item(type, value)).status).toBe('enabled');
  }
  const { id } = await item('living_state', 'siblings');
  await app.call(dictionaryApi.updateDictionaryStatus, { id, status: 'disabled' }, app.admin);
  expect((await item('living_state', 'siblings')).status).toBe('disabled');
});

test('a deletion is all or nothing, and an unused item goes', async () => {
  const type = await aType();
  await add(type, { value: 'one' });
  const [free, locked] = [await item(type, 'one'), await item('marital', '1')];
  const refused = await app.tryCall(dictionaryApi.deleteDictionary, { ids: [free.id, locked.id] }, app.admin);
  expect(refused).toMatchObject({ status: 409, msg: '内置字典项「未婚」不能删除，可以停用' });
  expect((await options(type)).length).toBe(1);
  await app.call(dictionaryApi.deleteDictionary, { ids: [free.id] }, app.admin);
  expect(await options(type)).toEqual([]);
});

test('a type has one default at most', async () => {
  const type = await aType();
  await add(type, { value: 'a', isDefault: true });
  await add(type, { value: 'b', isDefault: true });
  expect((await options(type)).filter((option) => option.isDefault).map((option) => option.value)).toEqual(['b']);
  const a = await item(type, 'a');
  await app.call(dictionaryApi.editDictionary, { id: a.id, version: a.version, isDefault: true }, app.admin);
  expect((await options(type)).filter((option) => option.isDefault).map((option) => option.value)).toEqual(['a']);
});

test('of a built-in item label, colour and order change and the value does not; a fixed type takes no more', async () => {
  const { id, version } = await item('warn_type', 'sos');
  await app.call(
    dictionaryApi.editDictionary,
    { id, version, label: '紧急呼救', color: '#c8161d', sort: 3 },
    app.admin,
  );
  expect(await item('warn_type', 'sos')).toMatchObject({ label: '紧急呼救', color: '#c8161d', sort: 3 });
  const value = await app.tryCall(dictionaryApi.editDictionary, { id, version: version + 1, value: 'help' }, app.admin);
  expect(errorOf(value)).toMatchObject({ field: 'value', msg: '内置字典项的键值不能改' });
  expect(errorOf(await add('warn_type'))?.field).toBe('type');
  expect((await add('living_state')).code).toBe(0);
});

test('what an administrator edited stays so at the next start', async () => {
  const { id, version } = await item('relation', 'carer');
  await app.call(dictionaryApi.editDictionary, { id, version, label: '护理员' }, app.admin);
  const { default: seed } = (await import('./seed.ts')) as { default: { run(): Promise<unknown> } };
  await seed.run();
  expect(await item('relation', 'carer')).toMatchObject({ label: '护理员' });
});

test.each([
  ['a type that does not exist', { type: 'no_such_type' }, 'type'],
  ['no label', { label: '' }, 'label'],
  ['a label of spaces', { label: '   ' }, 'label'],
  ['a label of 51 characters', { label: '长'.repeat(51) }, 'label'],
  ['a key with a space', { value: 'a b' }, 'value'],
  ['a key that is there', { value: 'there' }, 'value'],
  ['a number for a label', { label: 5 }, 'label'],
  ['a colour that is none', { color: 'red' }, 'color'],
  ['a sort below zero', { sort: -1 }, 'sort'],
  ['a figure in a list', { amount: 3 }, 'amount'],
])('%s is refused and the field named', async (_, overrides, field) => {
  const type = await aType();
  await add(type, { value: 'there' });
  const answer = await add(type, overrides);
  expect(answer.status).toBe(400);
  expect(errorOf(answer)?.field).toBe(field);
});

test('script in a label is kept as the text it is', async () => {
  const type = await aType();
  await add(type, { label: '<img src=x onerror=alert(1)>' });
  expect((await options(type))[0]?.label).toBe('<img src=x onerror=alert(1)>');
});

test('a parameter has a figure, a unit and bounds that it keeps to', async () => {
  const type = await aType('parameter');
  expect(errorOf(await add(type))?.field).toBe('amount');
  expect(errorOf(await add(type, { amount: 3, min: 5, max: 9 }))?.field).toBe('amount');
  expect(errorOf(await add(type, { amount: 3, min: 9, max: 5 }))?.field).toBe('min');
  expect((await add(type, { value: 'wait', amount: 30, unit: '秒', min: 3, max: 60 })).code).toBe(0);
  const { id, version } = await item(type, 'wait');
  const over = await app.tryCall(dictionaryApi.editDictionary, { id, version, amount: 61 }, app.admin);
  expect(errorOf(over)).toMatchObject({ field: 'amount', msg: '数值不能大于 60' });
  const builtIn = await item('project_default', 'claim_seconds');
  const bounds = { id: builtIn.id, version: builtIn.version, max: 10 };
  expect(errorOf(await app.tryCall(dictionaryApi.editDictionary, bounds, app.admin))?.field).toBe('max');
});

test('a type with items stays, an empty one goes, a code is given once', async () => {
  const type = await aType();
  const again = await app.tryCall(dictionaryApi.addDictionaryType, { type, name: '又一个' }, app.admin);
  expect(errorOf(again)).toMatchObject({ field: 'type', msg: '该编码已存在' });
  await add(type, { value: 'one' });
  const id = (await typeOf(type))?.id ?? '';
  expect(await app.tryCall(dictionaryApi.deleteDictionaryType, { id }, app.admin)).toMatchObject({
    status: 409,
    data: { count: 1 },
  });
  await app.call(dictionaryApi.deleteDictionary, { ids: [(await item(type, 'one')).id] }, app.admin);
  await app.call(dictionaryApi.deleteDictionaryType, { id }, app.admin);
  expect(await typeOf(type)).toBeUndefined();
  const builtIn = (await typeOf('relation'))?.id ?? '';
  expect((await app.tryCall(dictionaryApi.deleteDictionaryType, { id: builtIn }, app.admin)).status).toBe(409);
  for (const code of ['Upper', '1st', 'with space', 'x'.repeat(51)])
    expect(
      errorOf(await app.tryCall(dictionaryApi.addDictionaryType, { type: code, name: '名' }, app.admin))?.field,
    ).toBe('type');
});

test('code and kind of a type and the type of an item stay as they were made', async () => {
  const [code, other] = [await aType(), await aType()];
  const { id = '', version = 1 } = (await typeOf(code)) ?? {};
  const edit = (overrides: object) =>
    app.tryCall(dictionaryApi.editDictionaryType, { id, version, ...overrides }, app.admin);
  expect(errorOf(await edit({ type: `${code}x` }))).toMatchObject({ field: 'type', msg: '编码新增之后不能改' });
  expect(errorOf(await edit({ kind: 'parameter' }))).toMatchObject({ field: 'kind', msg: '种类新增之后不能改' });
  expect((await edit({ type: code, kind: 'list', name: '改了名称' })).code).toBe(0);
  expect(await typeOf(code)).toMatchObject({ name: '改了名称', kind: 'list', version: version + 1 });
  await add(code, { value: 'one' });
  const { id: option, version: seen } = await item(code, 'one');
  const moved = await app.tryCall(dictionaryApi.editDictionary, { id: option, version: seen, type: other }, app.admin);
  expect(errorOf(moved)).toMatchObject({ field: 'type', msg: '字典类型新增之后不能改' });
});

/** Returns the dictionary types of all fields of a schema, nested ones included; not of fixed enumerations. */
function typesIn(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { dictionary: ownType, enum: fixed } = schema as { dictionary?: unknown; enum?: unknown };
  return [...(typeof ownType === 'string' && !fixed ? [ownType] : []), ...Object.values(schema).flatMap(typesIn)];
}

test('whatever a call writes with a value of a dictionary is counted as its use', async () => {
  const features = await findFeatures();
  const inputs = features.flatMap(({ endpoints }) => Object.values(endpoints)).filter(({ change }) => change !== false);
  const written = new Set(inputs.flatMap(({ input }) => typesIn(input)));
  const counted = new Set(
    (await extensionsOf('dictionaryUse')).flatMap(({ extension: part }) => part).map(({ type }) => type),
  );
  expect([...written].sort()).toContain('notice_type');
  expect([...written].filter((type) => !counted.has(type))).toEqual([]);
});

test('民族 are the 56 of GB/T 3304 in the order of their codes', async () => {
  const labels = (await options('ethnicity')).map(({ value, label }) => `${value} ${label}`);
  expect(labels).toHaveLength(56);
  expect([labels[0], labels[9], labels[14], labels[55]]).toEqual(['01 汉族', '10 朝鲜族', '15 土家族', '56 基诺族']);
});

test('every enumeration of domain.md 5 is there at the first start', async () => {
  const names = (await tree()).map(({ type }) => type);
  const expected =
    'gender id_type ethnicity marital blood_type education living_state person_category relation ability_level care_level service_state chronic device_kind ' +
    'equipment_state online warn_type warn_level warn_status warn_result false_reason call_result notify_channel push_state upload_state ' +
    'position_mode assess_reason warning_status shift notice_type news_category region_type';
  expect(expected.split(' ').filter((type) => !names.includes(type))).toEqual([]);
});

test('an item is disabled by its form, too: it is the default no more, and none that is disabled becomes it', async () => {
  const type = await aType();
  const hidden = await app.call(
    dictionaryApi.addDictionary,
    { type, value: 'hidden', label: '不再用', status: 'disabled' },
    app.admin,
  );
  const shown = await app.call(
    dictionaryApi.addDictionary,
    { type, value: 'a', label: '甲', isDefault: true },
    app.admin,
  );
  await app.call(dictionaryApi.editDictionary, { ...shown, status: 'disabled' }, app.admin);
  expect(await options(type)).toMatchObject([
    { value: 'hidden', status: 'disabled' },
    { value: 'a', status: 'disabled', isDefault: false },
  ]);
  const answer = await app.tryCall(dictionaryApi.editDictionary, { ...hidden, isDefault: true }, app.admin);
  expect(answer).toMatchObject({ status: 400, msg: '停用的字典项不能设为默认' });
});
