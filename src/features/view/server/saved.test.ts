import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aRole, aUser } from '#server/testing/rows.ts';
import { savedViewApi } from '#shared/contract/savedView.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const state = {
  filters: { status: 'pending,handling' },
  sort: [{ field: 'createdAt', order: 'desc' as const }],
  columns: ['no', 'level'],
  density: 'small' as const,
};

test('a view keeps filters, sort, columns and density, and a role sees what was shared with it', async () => {
  const roleId = await aRole(app, { scope: 'all', permissions: [] });
  const [owner, colleague, other] = [await aUser(app, { roleId }), await aUser(app, { roleId }), await aUser(app)];
  const { id } = await app.call(
    savedViewApi.addView,
    { list: 'warn', name: '我的夜班', state, roleIds: [roleId] },
    owner.token,
  );
  const seen = (token: string) => app.call(savedViewApi.getViewList, { list: 'warn' }, token);
  const [role] = await app.sql<{ name: string }>('select name from role where id = $1', [roleId]);
  expect(await seen(owner.token)).toEqual([expect.objectContaining({ id, name: '我的夜班', state, mine: true })]);
  expect(await seen(colleague.token)).toEqual([
    expect.objectContaining({ id, mine: false, ownerName: owner.name, roleNames: [role?.name] }),
  ]);
  expect(await seen(other.token)).toEqual([]);
  for (const token of [colleague.token, other.token]) {
    expect(await app.tryCall(savedViewApi.editView, { id, version: 1, name: 'x' }, token)).toMatchObject({
      status: 404,
    });
    expect(await app.tryCall(savedViewApi.deleteView, { ids: [id] }, token)).toMatchObject({ status: 404 });
  }
  await app.call(savedViewApi.editView, { id, version: 1, roleIds: [] }, owner.token);
  expect(await seen(colleague.token)).toEqual([]);
  const outdated = await app.tryCall(savedViewApi.editView, { id, version: 1, name: '早班' }, owner.token);
  expect(outdated).toMatchObject({ status: 409, data: { version: 2 } });
  await app.call(savedViewApi.deleteView, { ids: [id] }, owner.token);
  expect(await seen(owner.token)).toEqual([]);
});

test('nobody shares with a role that is not theirs, and a name is taken once', async () => {
  const user = await aUser(app);
  const foreign = await aRole(app, { scope: 'all', permissions: [] });
  const add = (more: object) =>
    app.tryCall(savedViewApi.addView, { list: 'warn', name: '甲', state, ...more }, user.token);
  expect(await add({ roleIds: [foreign] })).toMatchObject({ status: 400, msg: '只能共享给自己的角色' });
  expect(await add({})).toMatchObject({ code: 0 });
  expect(await add({})).toMatchObject({ status: 400, msg: '已有同名视图' });
  expect(await add({ name: '' })).toMatchObject({ status: 400 });
  expect(await add({ name: '乙', state: { ...state, script: 1 } })).toMatchObject({ status: 400 });
});
