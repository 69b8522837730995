import { shiftApi } from '#features/shift/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  authorizationCases,
  names,
  type Ownership,
  type RecordKind,
  refers,
  shows,
} from '#server/testing/authorization.ts';
import { anAccount, aProject, aRole, next } from '#server/testing/rows.ts';

const hour = 3_600_000;
const instantAfter = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const day = (days: number) => instantAfter(24 * days).slice(0, 10);
const asMade = { version: 1, withVersion: 1 };
const later = () => ({ from: instantAfter(30), until: instantAfter(38) });

/** Adds an operator with this ownership. */
async function aSeat(app: TestApp, { department, project }: Ownership): Promise<string> {
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['warn:claim'] });
  return (await anAccount(app, { roleId, department, projects: [project] })).id;
}

const noOwn = 'a turn is seen by whoever sees its person, and with the scope self that is oneself alone';

async function aTurn(app: TestApp, place: Ownership): Promise<{ id: string; mark: string }> {
  const userId = await aSeat(app, place);
  const { id } = await app.call(
    shiftApi.editRoster,
    { userId, from: instantAfter(-1), until: instantAfter(7) },
    app.admin,
  );
  return { id, mark: `"${userId}"` };
}

const roster: RecordKind = { table: 'shift_turn', noOwn, make: aTurn };
const seatHolder: RecordKind = {
  table: 'user',
  noOwn,
  async make(app, place) {
    const id = await aSeat(app, place);
    return { id, mark: `"${id}"` };
  },
};

const hours = () => ({ name: `班${next()}`.slice(0, 10), from: '22:00', until: '06:00', minStaff: 1 });
const pattern: RecordKind = {
  table: 'shift_pattern',
  noOwn: 'with the scope self there is nobody to put on the roster',
  anyDepartment: 'a pattern is of a project, and people of several departments take turns by it',
  async make(app, { project }) {
    const name = `班次${next()}`.slice(-10);
    const { id } = await app.call(shiftApi.addPattern, { projectId: project, ...hours(), name }, app.admin);
    return { id, mark: name };
  },
};

/** A project without any user on duty. */
const gap: RecordKind = {
  table: 'shift_gap',
  isProject: true,
  noOwn: 'with the scope self there is no project to watch',
  async make(app, { department }) {
    const project = await aProject(app, department);
    const [row] = await app.sql<{ id: string }>(
      `insert into shift_gap (project_id, reason) values ($1, 'no_roster') returning id::text`,
      [project],
    );
    return { id: row?.id ?? '', mark: `"${project}"` };
  },
};

/** Returns the id of a pattern for every project. */
async function everybodys(app: TestApp): Promise<string> {
  const [row] = await app.sql<{ id: string }>('select min(id)::text as id from shift_pattern where project_id is null');
  return row?.id ?? '';
}

const within = { departmentId: 'it narrows what is shown in scope' };

/** Visibility and permissions of the roster endpoints. */
export default authorizationCases(
  shiftApi,
  {
    getRosterList: {
      checks: [shows('roster', () => ({ from: day(-1), to: day(2) }))],
      alsoFree: within,
    },
    getRosterChoice: { checks: [shows('seatHolder', () => ({})), shows('pattern', () => ({}))] },
    addPattern: { checks: [refers('project', ({ id }) => ({ projectId: id, ...hours() }))] },
    editPattern: { checks: [names('pattern', ({ id }) => ({ id, version: 1, ...hours() }))] },
    editRoster: {
      checks: [
        names('roster', async ({ id }, { app, here }) => ({
          ...{ id, version: 1, userId: await aSeat(app, here) },
          ...later(),
        })),
        refers('seatHolder', ({ id }) => ({ userId: id, ...later() })),
        refers('pattern', async ({ id }, { app, here }) => ({
          ...{ patternId: id, userId: await aSeat(app, here) },
          ...later(),
        })),
      ],
    },
    swapRoster: {
      checks: [
        names('roster', async ({ id }, { app, here }) => ({ id, withId: (await aTurn(app, here)).id, ...asMade })),
        names('roster', async ({ id }, { app, here }) => ({ id: (await aTurn(app, here)).id, withId: id, ...asMade })),
      ],
    },
    fillRoster: {
      checks: [
        refers('seatHolder', async ({ id }, { app }) => ({
          ...{ userIds: [id], patternId: await everybodys(app) },
          ...{ from: day(3), to: day(4) },
        })),
        refers('pattern', async ({ id }, { app, here }) => ({
          ...{ userIds: [await aSeat(app, here)], patternId: id },
          ...{ from: day(3), to: day(4) },
        })),
      ],
    },
    getOnDuty: { checks: [shows('roster', () => ({})), shows('gap', () => ({}))], alsoFree: within },
  },
  { roster, seatHolder, pattern, gap },
);
