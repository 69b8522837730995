import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '#server/core/problem.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject } from '#server/testing/rows.ts';
import { Id } from '#shared/endpoint.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';
import { crud } from './crud.ts';

const ward = resource(
  'ward',
  '病区',
  {
    name: field(Type.String({ title: '名称' }), { required: true, search: true }),
    departmentId: field(Type.String({ ...Id, title: '部门' }), { required: true }),
    projectId: field(Type.String({ ...Id, title: '项目' }), { required: true }),
  },
  { owners: ['createdBy'] },
);
const wards = crud(ward);

const visit = resource(
  'visit',
  '探访',
  {
    customerId: field(Type.String({ ...Id, title: '客户' }), { required: true, immutable: '不能修改' }),
    name: field(Type.String({ title: '名称' }), { required: true }),
  },
  { owner: 'customer' },
);
/** Customers locked for a change; one that refuses changes. */
const locked: string[] = [];
let refusing = '';
const visits = crud(visit, {
  async lockOwner(_tx, _viewer, customerId) {
    locked.push(customerId);
    if (customerId === refusing) throw new Problem(409, '不能修改');
  },
});

let app: TestApp;
let homeOwnership: { departmentId: string; projectId: string };
let otherOwnership: typeof homeOwnership;
beforeAll(async () => {
  app = await startApp();
  await app.sql(`create table ward (id bigint primary key default nextval('id_seq'), name text not null,
    department_id bigint not null, project_id bigint not null, version int not null default 1,
    created_at timestamptz not null default now(), created_by bigint, updated_at timestamptz not null default now(),
    updated_by bigint, deleted_at timestamptz)`);
  await app.sql(`create table visit (id bigint primary key default nextval('id_seq'), customer_id bigint not null, name text not null,
    version int not null default 1, created_at timestamptz not null default now(), created_by bigint,
    updated_at timestamptz not null default now(), updated_by bigint, deleted_at timestamptz)`);
  homeOwnership = { departmentId: await aDepartment(app), projectId: await aProject(app) };
  otherOwnership = { departmentId: await aDepartment(app), projectId: await aProject(app) };
});
afterAll(() => app.stop());

const viewerAt = (
  userId: string,
  ownership: typeof homeOwnership,
  kind: 'department' | 'self' = 'department',
): Viewer => ({
  ...system('test'),
  userId,
  departmentId: ownership.departmentId,
  scope: { kind, departments: [ownership.departmentId], projects: [ownership.projectId] },
});
const names = async (viewer: Viewer) => (await wards.list(viewer, {})).rows.map(({ name }) => name);

test('of an owned noun everybody lists, reads, changes and deletes what lies in their scope, and nothing else exists', async () => {
  const [viewer, other] = [viewerAt('11', homeOwnership), viewerAt('12', otherOwnership)];
  const { id } = await wards.add(viewer, { name: '东区', ...homeOwnership });
  await wards.add(other, { name: '西区', ...otherOwnership });
  expect([await names(viewer), await names(other)]).toEqual([['东区'], ['西区']]);
  expect(await names(system('test'))).toEqual(['西区', '东区']);

  expect(await wards.get(viewer, { id })).toMatchObject({ name: '东区', ...homeOwnership });
  const outside = { status: 404, message: '病区不存在或不在你的范围' };
  await expect(wards.get(other, { id })).rejects.toMatchObject(outside);
  await expect(wards.edit(other, { id, version: 1, name: '南区' })).rejects.toMatchObject(outside);
  await expect(wards.remove(other, { ids: [id] })).rejects.toMatchObject(outside);
  expect(await wards.findByValues(other, 'name', ['东区'])).toEqual(new Map());
});

test('with the scope 仅本人 somebody knows of what they entered', async () => {
  await wards.add(viewerAt('13', homeOwnership), { name: '别人的', ...homeOwnership });
  const self = viewerAt('14', homeOwnership, 'self');
  await wards.add(self, { name: '自己的', ...homeOwnership });
  expect(await names(self)).toEqual(['自己的']);
});

test('nobody puts a row where they do not see it, nor into a place that is not there', async () => {
  const viewer = viewerAt('15', homeOwnership);
  const { id } = await wards.add(viewer, { name: '北区', ...homeOwnership });
  const department = { status: 400, message: '部门不存在或不在你的范围' };
  await expect(wards.add(viewer, { name: '外区', ...otherOwnership })).rejects.toMatchObject(department);
  await expect(wards.edit(viewer, { id, version: 1, departmentId: otherOwnership.departmentId })).rejects.toMatchObject(
    department,
  );
  await expect(wards.edit(viewer, { id, version: 1, projectId: otherOwnership.projectId })).rejects.toMatchObject({
    message: '项目不存在或不在你的范围',
  });
  await expect(
    wards.add(system('test'), { name: '空区', ...homeOwnership, departmentId: '999999999' }),
  ).rejects.toMatchObject(department);
});

const ownership = ({ departmentId, projectId }: typeof homeOwnership) => ({
  department: departmentId,
  project: projectId,
});

test('a row that belongs to a customer lies in the scope of this customer', async () => {
  const [viewer, other] = [viewerAt('16', homeOwnership), viewerAt('17', otherOwnership)];
  const customerId = await aCustomer(app, ownership(homeOwnership));
  const { id } = await visits.add(viewer, { customerId, name: '甲' });
  expect(await visits.list(viewer, {})).toMatchObject({ rows: [{ id }], count: 1 });
  expect(await visits.list(other, {})).toEqual({ rows: [], count: 0 });
  const outside = { status: 404, message: '探访不存在或不在你的范围' };
  await expect(visits.get(other, { id })).rejects.toMatchObject(outside);
  await expect(visits.edit(other, { id, version: 1, name: '乙' })).rejects.toMatchObject(outside);
  await expect(visits.remove(other, { ids: [id] })).rejects.toMatchObject(outside);
});

test('its customer is locked before each change and may refuse it', async () => {
  const viewer = viewerAt('18', homeOwnership);
  const customerId = await aCustomer(app, ownership(homeOwnership));
  locked.length = 0;
  const { id } = await visits.add(viewer, { customerId, name: '甲' });
  await visits.edit(viewer, { id, version: 1, name: '乙' });
  expect(locked).toEqual([customerId, customerId]);
  refusing = customerId;
  const refused = { status: 409, message: '不能修改' };
  await expect(visits.add(viewer, { customerId, name: '丙' })).rejects.toMatchObject(refused);
  await expect(visits.edit(viewer, { id, version: 2, name: '丙' })).rejects.toMatchObject(refused);
  await expect(visits.remove(viewer, { ids: [id] })).rejects.toMatchObject(refused);
  expect(await visits.get(viewer, { id })).toMatchObject({ name: '乙', version: 2 });
  refusing = '';
  await visits.remove(viewer, { ids: [id] });
  await expect(visits.get(viewer, { id })).rejects.toMatchObject({ status: 404 });
});
