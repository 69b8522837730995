import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { decryptHealth } from '#features/customer/server/service.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aRole, aUser } from '#server/testing/rows.ts';
import { checkCharacter } from '#shared/idCard.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const son = { name: '吴建国', relation: 'son', mobile: '13900001234', order: 1, isEmergency: true };
const daughter = { name: '吴敏', relation: 'daughter', mobile: '13900004402', order: 2 };
const edit = (input: object, token = app.admin) => app.tryCall(customerEntryApi.editCustomer, input, token);
const first = ({ data }: { data: unknown }) => (data as { errors?: { field: string; msg: string }[] }).errors?.[0];

async function row(id: string) {
  const [stored] = await app.sql(
    'select *, id::text, birth_date::text, start_date::text, responsible_id::text, department_id::text from customer where id = $1',
    [id],
  );
  return stored as Record<string, unknown>;
}

async function contactsOf(id: string) {
  return app.sql<{ id: string; name: string; mobile: string | null; order: number }>(
    'select id::text, name, mobile, "order" from customer_contact where customer_id = $1 and deleted_at is null order by "order"',
    [id],
  );
}

test('what is given is changed, null empties, the rest stays, and the same once more is no edit', async () => {
  const id = await aCustomer(app, {
    ...{ name: '吴阿根', community: '柳岸新村', entryNote: '门口花盆', allergies: ['青霉素'] },
  });
  const change = {
    name: '吴长根',
    community: null,
    entryNote: '邻居有钥匙',
    doctor: '李医生',
    startDate: '2025-01-01',
  };
  expect(await edit({ id, version: 1, ...change })).toMatchObject({ data: { id, version: 2 } });
  const stored = await row(id);
  expect(stored).toMatchObject({
    name: '吴长根',
    initials: 'wcg',
    community: null,
    start_date: '2025-01-01',
    version: 2,
  });
  expect(decryptHealth(String(stored.health_cipher))).toMatchObject({ allergies: ['青霉素'], doctor: '李医生' });
  expect(await edit({ id, version: 2, ...change })).toMatchObject({ data: { id, version: 2 } });
  expect(await row(id)).toEqual(stored);
});

test('an ID number brings its birth date and sex; what contradicts the one that stands there is refused', async () => {
  const digits = '33010219410506132';
  const idNo = digits + checkCharacter(digits);
  const id = await aCustomer(app, { birthDate: '1940-01-01', gender: 1 });
  expect(await edit({ id, version: 1, idNo })).toMatchObject({ data: { version: 2 } });
  expect(await row(id)).toMatchObject({ birth_date: '1941-05-06', gender: 2 });
  expect(first(await edit({ id, version: 2, gender: 1 }))).toMatchObject({ field: 'gender' });
  expect(first(await edit({ id, version: 2, idType: 'passport', birthDate: null }))).toMatchObject({
    field: 'birthDate',
  });
  expect(first(await edit({ id, version: 2, mobile: null }))).toMatchObject({ field: 'mobile' });
});

test('contacts are a whole list: one left out is removed, an absent number stays, orders differ, one emergency contact remains', async () => {
  const id = await aCustomer(app, { contacts: [son, daughter] });
  const [one, two] = await contactsOf(id);
  const listed = (contacts: object[], version: number) => edit({ id, version, contacts });
  const unchanged = { id: two?.id, name: '吴敏', relation: 'daughter', order: 1, isEmergency: true };
  expect(first(await listed([{ ...unchanged, isEmergency: false }], 1))).toMatchObject({
    ...{ field: 'contacts', msg: '服务中的客户至少保留一位紧急联系人' },
  });
  expect(first(await listed([unchanged, { ...son, order: 1 }], 1))).toMatchObject({ field: 'contacts.1.order' });
  const other = await aCustomer(app, { contacts: [son] });
  const [theirs] = await contactsOf(other);
  expect(first(await listed([unchanged, { ...son, order: 2, id: theirs?.id }], 1))).toMatchObject({
    field: 'contacts.1.id',
  });
  const neighbour = { name: '方建平', relation: 'neighbour', phone: '0570-8801234', order: 2, hasKey: true };
  expect(await listed([unchanged, neighbour], 1)).toMatchObject({ data: { version: 2 } });
  expect(await contactsOf(id)).toMatchObject([
    { id: two?.id, mobile: '13900004402', order: 1 },
    { name: '方建平', order: 2 },
  ]);
  const log = await app.sql(
    `select row_id, action from change_log where table_name = 'customer_contact' and row_id = any($1)`,
    [[one?.id, two?.id]],
  );
  expect(log).toContainEqual({ row_id: one?.id, action: 'update' });
  expect(
    await listed(
      (await contactsOf(id)).map((c) => ({ ...c, relation: c.order === 1 ? 'daughter' : 'neighbour' })),
      2,
    ),
  ).toMatchObject({
    data: { version: 2 },
  });
});

test('who edits an older version is told by whom and of what, contacts in words', async () => {
  const id = await aCustomer(app, { contacts: [son] });
  const [one] = await contactsOf(id);
  const other = await aUser(app, { role: 'admin' });
  await app.call(customerEntryApi.editCustomer, { id, version: 1, community: '石桥' }, other.token);
  const contacts = [{ ...son, ...(one && { id: one.id }) }, daughter];
  await app.call(customerEntryApi.editCustomer, { id, version: 2, contacts }, other.token);
  expect(await edit({ id, version: 1, floor: '3' })).toMatchObject({
    status: 409,
    data: {
      ...{ version: 3, updatedBy: other.name },
      changes: [
        { field: 'community', new: '石桥' },
        {
          field: 'contacts',
          old: '1 吴建国（儿子）139****1234',
          new: '1 吴建国（儿子）139****1234、2 吴敏（女儿）139****4402',
        },
      ],
    },
  });
  expect(await row(id)).toMatchObject({ floor: null });
});

test('of health it is told field by field with both values, and to who may not read of it that it was changed', async () => {
  const id = await aCustomer(app);
  const other = await aUser(app, { role: 'admin' });
  const health = { allergies: ['青霉素'], communication: { hearing: 'poor' as const, reads: false } };
  await app.call(customerEntryApi.editCustomer, { id, version: 1, ...health }, other.token);
  const changesFor = async (token?: string) =>
    ((await edit({ id, version: 1, floor: '3' }, token)).data as { changes: { field: string }[] }).changes;
  expect(await changesFor()).toEqual([
    { field: 'allergies', old: [], new: ['青霉素'] },
    { field: 'hearing', old: null, new: 'poor' },
    { field: 'reads', old: null, new: 0 },
  ]);
  const roleId = await aRole(app, { scope: 'all', permissions: ['customer:list', 'customer:edit'] });
  const clerk = await aUser(app, { roleId });
  const changes = await changesFor(clerk.token);
  expect(changes.map(({ field }) => field)).toEqual(['healthCipher']);
  expect(JSON.stringify(changes)).not.toContain('青霉素');
});

test('another department or project takes the right to move', async () => {
  const [from, to] = [await aDepartment(app), await aDepartment(app)];
  const id = await aCustomer(app, { department: from });
  const operator = await aUser(app, { role: 'operator' });
  const moved = { id, version: 1, departmentId: to };
  expect(first(await edit(moved, operator.token))).toMatchObject({
    field: 'departmentId',
    msg: '你没有转移客户的权限',
  });
  expect(await edit({ id, version: 1, departmentId: from, floor: '2' }, operator.token)).toMatchObject({
    data: { version: 2 },
  });
  expect(await edit({ ...moved, version: 2 })).toMatchObject({ data: { version: 3 } });
});

test('the look ahead and the edit judge by one rule: a value out of use, and somebody responsible who has left', async () => {
  const formerUser = await aUser(app);
  const id = await aCustomer(app, { responsibleId: formerUser.id });
  await app.sql(`update "user" set status = 'disabled' where id = $1`, [formerUser.id]);
  const other = await aCustomer(app);
  const ahead = async (input: object) => {
    const { errors } = await app.call(customerEntryApi.checkCustomer, input, app.admin);
    return errors.map(({ field }) => field);
  };
  const unchanged = { id, responsibleId: formerUser.id, community: '石桥' };
  expect([await ahead(unchanged), (await edit({ ...unchanged, version: 1 })).code]).toEqual([[], 0]);
  const refused = { marital: '88', responsibleId: formerUser.id };
  expect(await ahead({ id: other, ...refused })).toEqual(['responsibleId', 'marital']);
  expect(first(await edit({ id: other, version: 1, marital: '88' }))).toMatchObject({ field: 'marital' });
});

test('whoever the viewer may name is responsible, also in a centre of more people than a choice lists', async () => {
  const [last] = await app.sql<{ id: string }>(
    `with made as (
       insert into "user" (account, name, department_id, password_hash)
       select 'many' || n, '丁' || lpad(n::text, 4, '0'), (select min(id) from department), '' from generate_series(1, 520) n returning id, name),
       roles as (insert into user_role select made.id, r.id from made, role r where r.key = 'operator')
     select id::text from made order by name desc limit 1`,
  );
  const id = await aCustomer(app, { responsibleId: last?.id });
  expect(await row(id)).toMatchObject({ responsible_id: last?.id });
  const { rows } = await app.list(customerApi.getCustomerList, { responsibleId: last?.id }, app.admin);
  expect(rows.map((one) => one.id)).toEqual([id]);
});

test('a spouse who is served too is linked: both records lead to each other within the scope, and through a merge', async () => {
  const [far, near] = [await aDepartment(app), await aDepartment(app)];
  const wife = await aCustomer(app, { name: '周玉芬', department: near });
  const spouse = { ...son, name: '周玉芬', relation: 'spouse', linkedId: wife };
  const id = await aCustomer(app, { name: '吴阿根', department: far, contacts: [spouse] });
  const record = (of: string, token = app.admin) => app.call(customerApi.getCustomer, { id: of }, token);
  const { contacts, version } = await record(id);
  expect(contacts[0]?.linked).toEqual({ id: wife, name: '周玉芬' });
  expect((await record(wife)).linkedBy).toEqual([{ id, name: '吴阿根', relation: 'spouse' }]);

  const permissions = ['customer:list', 'customer:edit'];
  const { token } = await aUser(app, {
    roleId: await aRole(app, { scope: 'department', permissions }),
    department: far,
  });
  expect((await record(id, token)).contacts[0]?.linked).toBeNull();
  const [contact] = await contactsOf(id);
  const stays = { id: contact?.id, name: '周玉芬', relation: 'spouse', order: 1, isEmergency: true };
  expect(await edit({ id, version, contacts: [{ ...stays, hours: '白天' }] }, token)).toMatchObject({ code: 0 });
  const selfLink = await edit({ id, version: version + 1, contacts: [{ ...stays, linkedId: id }] });
  expect(first(selfLink)).toEqual(expect.objectContaining({ field: 'contacts.0.linkedId' }));
  const hiddenCustomer = await aCustomer(app, { department: near });
  const out = await edit({ id, version: version + 1, contacts: [{ ...stays, linkedId: hiddenCustomer }] }, token);
  expect([out.status, first(out)?.msg]).toEqual([400, '关联的客户不存在或不在你的范围']);

  const same = await aCustomer(app, { name: '周玉芬' });
  await app.call(customerMergeApi.mergeCustomer, { keepId: same, dropId: wife }, app.admin);
  expect((await record(id)).contacts[0]?.linked).toEqual({ id: same, name: '周玉芬' });
});
