import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindingApi } from '#features/binding/contract.ts';
import { closingApi } from '#features/closing/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { dispatchApi } from '#features/dispatch/contract.ts';
import { emergencyListApi } from '#features/emergencyList/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { homeApi } from '#features/home/contract.ts';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDevice, aUser, type TestUser } from '#server/testing/rows.ts';
import { anyWho, reaches, ScopeWorld, type Who, withScope } from '#server/testing/scope/scopeWorld.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { searchApi } from '#shared/contract/search.ts';
import type { Endpoint } from '#shared/endpoint.ts';

const permissions = [
  'warn:list',
  'warn:claim',
  'warn:lead',
  'warn:judge',
  'customer:list',
  'customer:edit',
  'equipment:list',
];
const extraPermissions = [
  'warn:add',
  'equipment:edit',
  'project:list',
  'project:config',
  'warn:export',
  'customer:export',
];

let app: TestApp;
let world: ScopeWorld;

interface Owned {
  customer: string;
  device: string;
  warn: string;
  department: number;
  project: number;
}
const everything: Owned[] = [];

beforeAll(async () => {
  app = await startApp();
  world = await ScopeWorld.open(app, 'root');
  // Root, a, a1 and a2 below a, b; one project of the root and one of a.
  await world.grow([0, 1, 1, 0], [0, 1]);
  for (let n = 0; n < 20; n++) everything.push(await owned(n % 5, n % 2));
}, 60_000);
afterAll(() => app.stop());

async function owned(department: number, project: number): Promise<Owned> {
  const place = { department: world.departmentAt(department), project: world.projectAt(project) };
  const contacts = [{ name: '吴建国', relation: 'son', mobile: '13900001234', order: 1, isEmergency: true }];
  const customer = await aCustomer(app, { ...place, name: '范围同名', contacts });
  const { id: device } = await aDevice(app, { ...place, customer });
  const input = {
    customerId: customer,
    type: 'sos' as const,
    level: 1 as const,
    note: 'x',
    occurredAt: new Date().toISOString(),
  };
  const { id } = await app.call(warnApi.addWarn, input, app.admin);
  return { customer, device, warn: id, department, project };
}

/** Whether a user sees rows of this department and project; ignores the user's own records. */
function sees(who: Who, row: Pick<Owned, 'department' | 'project'>): boolean {
  const userScope = world.sightOf(who, '');
  return reaches(userScope, world.departmentAt(row.department)) && (who.projects?.includes(row.project) ?? true);
}

const become = (who: Who) => world.become(who, [...permissions, ...extraPermissions]);

const sorted = (ids: string[]) => [...ids].sort();

async function expectLists(who: Who, user: TestUser): Promise<void> {
  const ownRows = everything.filter((row) => sees(who, row));
  const idsIn = async (endpoint: Endpoint, input: object = {}) => {
    const { rows, count } = await app.list(endpoint, { limit: 200, ...input }, user.token);
    expect(count).toBe(rows.length);
    return sorted((rows as { id: string }[]).map((row) => row.id));
  };
  const warns = sorted(ownRows.map((row) => row.warn));
  expect(await idsIn(warnListApi.getWarnList)).toEqual(warns);
  expect(await idsIn(warnListApi.getWarnList, { keyword: '范围同名' })).toEqual(warns);
  expect(await idsIn(customerApi.getCustomerList)).toEqual(sorted(ownRows.map((row) => row.customer)));
  expect(await idsIn(equipmentApi.getEquipmentList)).toEqual(sorted(ownRows.map((row) => row.device)));
  const { pending, today } = await app.call(warnListApi.getWarnCount, {}, user.token);
  expect([pending, today]).toEqual([ownRows.length, ownRows.length]);
  const customers = await app.call(customerApi.findCustomer, { keyword: '范围同名' }, user.token);
  for (const { id } of customers) expect(ownRows.map((row) => row.customer)).toContain(id);
  expect(customers).toHaveLength(Math.min(10, ownRows.length));
  const { people: printed } = await app.call(emergencyListApi.getEmergencyList, {}, user.token);
  expect(printed).toHaveLength(ownRows.length);
  const { rows } = await app.list(projectApi.getProjectList, { limit: 200 }, user.token);
  for (const project of rows) {
    const inIt = ownRows.filter((row) => world.projectAt(row.project) === project.id);
    expect([project.customerCount, project.equipmentCount]).toEqual([inIt.length, inIt.length]);
  }
  await expectFigures(ownRows, user);
  const tree = JSON.stringify(await app.call(userApi.getUserDepartmentTree, {}, user.token));
  for (const [index, id] of world.departments.entries())
    expect(tree.includes(`"id":"${id}"`), `department ${index}`).toBe(reaches(world.sightOf(who, user.id), id));
}

/** Figures of the first page, exports and the palette hold the same rows as the lists. */
async function expectFigures(ownRows: Owned[], user: TestUser): Promise<void> {
  const { today, queue, mine } = await app.call(homeApi.getHome, {}, user.token);
  expect([today?.today, today?.hours.reduce((sum, count) => sum + count, 0)]).toEqual([ownRows.length, ownRows.length]);
  expect([queue?.pending, mine?.count]).toEqual([ownRows.length, 0]);
  expect(await app.call(homeApi.getHomeSetup, {}, user.token)).toMatchObject({
    customers: ownRows.length,
    equipment: ownRows.length,
  });
  for (const endpoint of [warnListApi.exportWarn, customerApi.exportCustomer]) {
    const { fileId, count } = await app.call(endpoint, {}, user.token);
    const [, , ...rows] = await downloadRows(app, fileId ?? '', user.token);
    expect([count, rows.length], endpoint.path).toEqual([ownRows.length, ownRows.length]);
  }
  const hits = await app.call(searchApi.searchAll, { keyword: '范围同名' }, user.token);
  const ids = new Set(ownRows.flatMap((row) => [row.customer, row.device, row.warn]));
  for (const hit of hits) expect(ids, hit.kind).toContain(hit.id);
  expect(hits.length > 0).toBe(ownRows.length > 0);
}

/** Expects 404 from every endpoint with a row id: a row outside the scope answers like a missing one. */
async function expectNotFound(user: TestUser, row: Owned): Promise<void> {
  const now = new Date().toISOString();
  const warn = (id: string): [Endpoint, object][] => [
    [deskApi.getWarn, { id }],
    [warnApi.claimWarn, { id }],
    [warnApi.releaseWarn, { id, reason: 'x' }],
    [deskApi.addWarnNote, { id, note: 'x' }],
    [phoneCallApi.addWarnCall, { id, phone: '120', result: 'ok' }],
    [dispatchApi.dispatchWarn, { id, name: 'x', kind: 'other' }],
    [dispatchApi.updateWarnDispatch, { id, dispatchId: '1', state: 'done' }],
    [warnApi.transferWarn, { id, userId: user.id, reason: 'x' }],
    [closingApi.falseWarn, { id, reason: 'test', confirmedBy: 'leader' }],
    [closingApi.askFalseWarn, { id, reason: 'test' }],
    [closingApi.answerFalseWarn, { id, accept: true }],
    [closingApi.closeWarn, { id, result: 'phone', note: '五个字以上', familyTold: true, noContactReason: 'x' }],
    [closingApi.reopenWarn, { id, reason: 'x' }],
    [warnApi.finishFollowUp, { id, note: 'x' }],
    [warnApi.getTransferTarget, { id }],
  ];
  const device = (id: string): [Endpoint, object][] => [
    [bindingApi.bindEquipment, { id, customerId: '1', position: '客厅', installedAt: now }],
    [bindingApi.unbindEquipment, { id, reason: 'x' }],
    [equipmentApi.resetEquipmentSecret, { id }],
  ];
  const pairs = [...warn(row.warn), ...device(row.device)];
  const missing = [...warn('999999999'), ...device('999999999')];
  for (const [index, [endpoint, input]] of pairs.entries()) {
    const answer = await app.tryCall(endpoint, input, user.token);
    const [, none = {}] = missing[index] ?? [];
    const absent = await app.tryCall(endpoint, none, user.token);
    expect([answer.status, answer.text], endpoint.path).toEqual([404, absent.text]);
  }
  const add = { type: 'sos', level: 1, occurredAt: now, note: 'x', customerId: row.customer };
  expect((await app.tryCall(warnApi.addWarn, add, user.token)).status).toBe(400);
}

/** No retry: a second try with other users would hide a leak. */
const once = { retry: 0, timeout: 300_000 };

test(
  'whatever the scope and the projects of a person, lists, counts and calls show exactly the rows in both',
  once,
  async () => {
    await fc.assert(
      fc.asyncProperty(anyWho(5, 2), fc.nat(19), async (who, pick) => {
        const user = await become(who);
        await expectLists(who, user);
        const outside = everything.filter((row) => !sees(who, row));
        const row = outside[pick % Math.max(1, outside.length)];
        if (row) await expectNotFound(user, row);
      }),
      { numRuns: 12 },
    );
  },
);

test('live events follow the same rule, and what was said elsewhere is never sent', async () => {
  const cases: Who[] = [
    withScope('all', 4),
    withScope('department_below', 1),
    withScope('department', 1, { projects: [1] }),
    withScope('custom', 4, { custom: [2, 4], projects: [0] }),
    withScope('self', 0),
  ];
  const users = await Promise.all(cases.map(become));
  const lives = await Promise.all(users.map((user) => Live.open(app.url, user.token)));
  for (const row of everything) await app.call(deskApi.addWarnNote, { id: row.warn, note: 'x' }, app.admin);
  // The ladder may emit a warn again meanwhile.
  const warnIds = (live: Live) => [...new Set(live.warns.map((event) => String(event.data.warn.id)))];
  await until('the last event', () => warnIds(lives[0] as Live).length >= everything.length);
  for (const [index, live] of lives.entries()) {
    const expected = everything.filter((row) => sees(cases[index] as Who, row)).map((row) => row.warn);
    await until('the events in scope', () => warnIds(live).length >= expected.length);
    expect(sorted(warnIds(live))).toEqual(sorted(expected));
    live.close();
  }
});

test('with the scope self a person sees what they entered or handle, and nothing else', async () => {
  const who = withScope('self', 1);
  const user = await become(who);
  const [row] = everything;
  await app.sql('update warn set handler_id = $1 where id = $2', [user.id, row?.warn]);
  const { rows } = await app.list(warnListApi.getWarnList, {}, user.token);
  expect(rows.map((warn) => warn.id)).toEqual([row?.warn]);
  await app.sql('update warn set handler_id = null where id = $1', [row?.warn]);
});

test('the same unknown caller entered in two departments is an alarm in each, unseen by the other', async () => {
  const input = {
    type: 'sos' as const,
    level: 1 as const,
    note: 'x',
    phone: '13677778888',
    occurredAt: new Date().toISOString(),
  };
  const [first, second] = [await become(withScope('department', 1)), await become(withScope('department', 4))];
  const mine = await app.call(warnApi.addWarn, input, first.token);
  const theirs = await app.call(warnApi.addWarn, input, second.token);
  expect(mine.id).not.toBe(theirs.id);
  expect((await app.tryCall(deskApi.getWarn, { id: theirs.id }, first.token)).status).toBe(404);
});

test('device work is hidden from those without its right: in lists, counts, details, actions and events', async () => {
  const blind = await become(withScope('all', 0));
  const engineer = await aUser(app, { role: 'engineer' });
  const live = await Live.open(app.url, blind.token);
  const previous = (await app.call(warnListApi.getWarnCount, {}, blind.token)).pending;
  const customerId = everything[0]?.customer ?? '';
  const input = {
    customerId,
    type: 'low_batt' as const,
    level: 4 as const,
    note: 'x',
    occurredAt: new Date().toISOString(),
  };
  const { id } = await app.call(warnApi.addWarn, input, app.admin);
  expect((await app.call(warnListApi.getWarnCount, {}, blind.token)).pending).toBe(previous);
  expect((await app.list(warnListApi.getWarnList, { type: ['low_batt'] }, blind.token)).count).toBe(0);
  for (const endpoint of [deskApi.getWarn, warnApi.claimWarn])
    expect((await app.tryCall(endpoint, { id }, blind.token)).status).toBe(404);
  const sos = await app.call(deskApi.getWarn, { id: everything[0]?.warn ?? '' }, blind.token);
  expect([sos.otherOpen, sos.recent.map((row) => row.id).includes(id)]).toEqual([0, false]);
  expect((await app.list(warnListApi.getWarnList, { type: ['low_batt'] }, engineer.token)).count).toBe(1);
  await app.call(deskApi.addWarnNote, { id: everything[0]?.warn ?? '', note: 'mark' }, app.admin);
  await until('a later event', () => live.warns.length > 0);
  expect(live.warns.map((event) => event.data.warn.id)).not.toContain(id);
  live.close();
});

test('a list that is paged through gives each row once, whatever the size of a page and the order', async () => {
  const fields = ['createdAt', 'level', 'escalation', 'repeatCount', 'claimedAt', 'customerName', 'no'] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 9 }),
      fc.array(
        fc.record({ field: fc.constantFrom(...fields), order: fc.constantFrom('asc' as const, 'desc' as const) }),
        { maxLength: 2 },
      ),
      async (limit, sort) => {
        const seen: string[] = [];
        const { count } = await app.list(warnListApi.getWarnList, { limit: 1 }, app.admin);
        for (let page = 1; page <= Math.ceil(count / limit); page++)
          seen.push(
            ...(await app.list(warnListApi.getWarnList, { page, limit, sort }, app.admin)).rows.map((row) => row.id),
          );
        expect([seen.length, new Set(seen).size]).toEqual([count, count]);
      },
    ),
    { numRuns: 8 },
  );
  const past = await app.list(warnListApi.getWarnList, { page: 999, limit: 10 }, app.admin);
  expect([past.rows, past.count > 0]).toEqual([[], true]);
});
