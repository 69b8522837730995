import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aRole, aUser } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function row(id: string) {
  const { rows } = await app.list(customerApi.getCustomerList, { ids: [id] }, app.admin);
  return rows[0];
}

test('tags are given to many and taken away, in the order in which they came, and stay where nothing changes', async () => {
  const [firstId, secondId] = [await aCustomer(app), await aCustomer(app)];
  const tag = (input: object) =>
    app.tryCall(customerApi.editCustomerTag, { ids: [firstId, secondId], ...input }, app.admin);
  expect(await tag({ add: ['new', 'key_care'] })).toMatchObject({ data: { count: 2 } });
  expect(await tag({ ids: [firstId], add: ['follow_up'], remove: ['new'] })).toMatchObject({ data: { count: 1 } });
  expect([await row(firstId), await row(secondId)]).toMatchObject([
    { tag: ['key_care', 'follow_up'], version: 3 },
    { tag: ['new', 'key_care'], version: 2 },
  ]);
  expect(await tag({ add: ['key_care'] })).toMatchObject({ data: { count: 0 } });
  expect(await row(secondId)).toMatchObject({ version: 2 });
  expect(await tag({ add: ['nobodys'] })).toMatchObject({ status: 400, data: { errors: [{ field: 'add' }] } });
  expect(await tag({})).toMatchObject({ status: 400, msg: '请选择标签' });
  expect(await tag({ add: ['new'], remove: ['new'] })).toMatchObject({ status: 400 });
  expect(await tag({ ids: [firstId, '999999999'], add: ['new'] })).toMatchObject({ status: 404 });
  expect(await row(firstId)).toMatchObject({ tag: ['key_care', 'follow_up'] });
});

test('people move to another department and project with their photos, all or none, as far as the quota goes', async () => {
  const [from, to] = [await aDepartment(app), await aDepartment(app)];
  const project = await aProject(app, to);
  const customerIds = [await aCustomer(app, { department: from }), await aCustomer(app, { department: from })];
  await app.sql(
    `insert into file (hash, name, type, size, subject, subject_id, rights, department_id, project_id)
     select 'x', 'a.webp', 'image/webp', 1, 'customer', id, '{customer:list}', department_id, project_id from customer where id = $1`,
    [customerIds[0]],
  );
  const move = (input: object) =>
    app.tryCall(customerApi.moveCustomer, { ids: customerIds, reason: '划给新网格', ...input }, app.admin);
  expect(await move({})).toMatchObject({ status: 400, msg: '请选择部门或项目' });
  expect(await move({ departmentId: to, reason: ' ' })).toMatchObject({ status: 400 });
  await app.sql('update project set quota_customer = 1 where id = $1', [project]);
  expect(await move({ departmentId: to, projectId: project })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('配额已满'),
  });
  expect(await row(customerIds[0] ?? '')).toMatchObject({ departmentId: from });
  await app.sql('update project set quota_customer = 2 where id = $1', [project]);
  expect(await move({ departmentId: to, projectId: project })).toMatchObject({ data: { count: 2 } });
  expect(await row(customerIds[0] ?? '')).toMatchObject({ departmentId: to, projectId: project, version: 2 });
  const [file] = await app.sql('select department_id::text, project_id::text from file where subject_id = $1', [
    customerIds[0],
  ]);
  expect(file).toEqual({ department_id: to, project_id: project });
  expect(await move({ departmentId: to })).toMatchObject({ data: { count: 0 } });
});

test('devices go where their person goes, moved or edited: into the project, and into the department where they stood together', async () => {
  const [from, to, elsewhere] = [await aDepartment(app), await aDepartment(app), await aDepartment(app)];
  const project = await aProject(app, to);
  const customer = await aCustomer(app, { department: from });
  const near = await aDevice(app, { customer, department: from });
  const far = await aDevice(app, { customer, department: elsewhere });
  const other = await aDevice(app, { department: from });
  const stand = async () =>
    Promise.all(
      [near, far, other].map(
        async ({ id }) =>
          (
            await app.sql(
              `select e.department_id::text as department, e.project_id::text as project, s.project_id = e.project_id as told
               from equipment e join device_state s on s.device_id = e.id where e.id = $1`,
              [id],
            )
          )[0],
      ),
    );
  const [previous] = await stand();
  const move = { ids: [customer], departmentId: to, projectId: project, reason: '划给新网格' };
  await app.sql('update project set quota_equipment = 1 where id = $1', [project]);
  expect(await app.tryCall(customerApi.moveCustomer, move, app.admin)).toMatchObject({
    status: 400,
    msg: expect.stringContaining('设备配额已满'),
  });
  expect((await stand())[0]).toEqual(previous);
  await app.sql('update project set quota_equipment = null where id = $1', [project]);
  await app.call(customerApi.moveCustomer, move, app.admin);
  expect(await stand()).toEqual([
    { department: to, project, told: true },
    { department: elsewhere, project, told: true },
    previous,
  ]);

  const again = await aProject(app);
  const { version } = await app.call(customerApi.getCustomer, { id: customer }, app.admin);
  await app.call(customerEntryApi.editCustomer, { id: customer, version, projectId: again }, app.admin);
  expect((await stand()).slice(0, 2)).toMatchObject([{ department: to, project: again }, { project: again }]);
});

test('what can be chosen lies in the scope, and only those with the right move people', async () => {
  const department = await aDepartment(app);
  const below = await aDepartment(app, department);
  const project = await aProject(app, department);
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['customer:list', 'customer:edit'] });
  const { id, name, token } = await aUser(app, { roleId, department, projects: [project] });
  const { departments, projects, staff } = await app.call(customerApi.getCustomerChoice, {}, token);
  expect(departments).toMatchObject([{ id: department, children: [{ id: below, children: [] }] }]);
  expect(projects.map(({ value }) => value)).toEqual([project]);
  expect(staff).toContainEqual({ value: id, label: name });
  const customer = await aCustomer(app, { department, project });
  const moved = await app.tryCall(
    customerApi.moveCustomer,
    { ids: [customer], departmentId: below, reason: '换片区' },
    token,
  );
  expect(moved).toMatchObject({ status: 403 });
  expect(await app.tryCall(customerApi.editCustomerTag, { ids: [customer], add: ['new'] }, token)).toMatchObject({
    data: { count: 1 },
  });
});

test('a new customer begins with region, project, leader and address of the department, inherited from above', async () => {
  const above = await aDepartment(app);
  const home = await aDepartment(app, above);
  const [project, other] = [await aProject(app, above), await aProject(app, await aDepartment(app))];
  const { id, token } = await aUser(app, { role: 'admin', department: home, projects: [project, other] });
  await app.sql(`update department set region_code = '330802', leader_id = $2 where id = $1`, [above, id]);
  await app.sql(`update department set type = 'org', address = '长桥路8号' where id = $1`, [home]);
  const choice = async () => {
    const { defaults } = await app.call(customerApi.getCustomerChoice, {}, token);
    return defaults.find(({ departmentId }) => departmentId === home);
  };
  const begins = { regionCode: '330802', address: '长桥路8号', livingState: 'institution', responsibleId: id };
  expect(await choice()).toEqual({ departmentId: home, ...begins, projectId: project });
  await app.sql(`update project set status = 'closed' where id = $1`, [project]);
  expect(await choice()).toMatchObject({ ...begins, projectId: null });
});

test('the communities that a user entered last are offered to that user alone, each once', async () => {
  const project = await aProject(app);
  const [ownUser, others] = [await aUser(app, { role: 'admin' }), await aUser(app, { role: 'admin' })];
  const enter = (token: string, community: string, mobile: string) =>
    app.call(customerEntryApi.addCustomer, { name: '吴阿根', mobile, community, projectId: project }, token);
  await enter(ownUser.token, '荷塘社区', '13912340001');
  await enter(ownUser.token, '柳岸社区', '13912340002');
  await enter(ownUser.token, '荷塘社区', '13912340003');
  await enter(others.token, '石桥社区', '13912340004');
  const { communities } = await app.call(customerApi.getCustomerChoice, {}, ownUser.token);
  expect(communities).toEqual(['荷塘社区', '柳岸社区']);
});
