import { shiftApi } from '#features/shift/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  authorizationCases,
  names,
  type Place,
  type RecordKind,
  refers,
  scopeFree,
  shows,
} from '#server/testing/authorization.ts';
import { anAccount, aRole } from '#server/testing/rows.ts';

const hour = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const day = (days: number) => at(24 * days).slice(0, 10);
const later = () => ({ from: at(30), until: at(38) });

/** Somebody of the place who takes alarms. */
async function aSeat(app: TestApp, { department, project }: Place): Promise<string> {
  const roleId = await aRole(app, { scope: 'department_below', rights: ['warn:claim'] });
  return (await anAccount(app, { roleId, department, projects: [project] })).id;
}

const noOwn = 'a turn is seen by whoever sees its person, and with the scope self that is oneself alone';

async function aTurn(app: TestApp, place: Place): Promise<{ id: string; mark: string }> {
  const userId = await aSeat(app, place);
  const { id } = await app.call(shiftApi.editRoster, { userId, from: at(-1), until: at(7) }, app.admin);
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

const within = { departmentId: 'it narrows what is shown in scope' };

/** How far the calls about the roster reach. */
export default authorizationCases(
  shiftApi,
  {
    getRosterList: {
      checks: [shows('roster', () => ({ from: day(-1), to: day(2) }))],
      alsoFree: within,
    },
    getRosterChoice: { checks: [shows('seatHolder', () => ({}))] },
    editRoster: {
      checks: [
        names('roster', async ({ id }, { app, here }) => ({
          ...{ id, version: 1, userId: await aSeat(app, here) },
          ...later(),
        })),
        refers('seatHolder', ({ id }) => ({ userId: id, ...later() })),
      ],
    },
    deleteRoster: { checks: [names('roster', ({ id }) => ({ ids: [id] }))] },
    swapRoster: {
      checks: [
        names('roster', async ({ id }, { app, here }) => ({ id, withId: (await aTurn(app, here)).id })),
        names('roster', async ({ id }, { app, here }) => ({ id: (await aTurn(app, here)).id, withId: id })),
      ],
    },
    fillRoster: {
      checks: [refers('seatHolder', ({ id }) => ({ userIds: [id], shift: 'early', from: day(3), to: day(4) }))],
    },
    importRoster: scopeFree('rows name people by account, and known ones are found within the scope'),
    getImportTemplate: scopeFree('a workbook of headings without rows'),
    getOnDuty: { checks: [shows('roster', () => ({}))], alsoFree: within },
  },
  { roster, seatHolder },
);
