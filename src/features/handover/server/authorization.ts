import { handoverApi } from '#features/handover/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  authorizationCases,
  names,
  type Ownership,
  type RecordKind,
  refers,
  shows,
} from '#server/testing/authorization.ts';
import { anAccount, aRole, next } from '#server/testing/rows.ts';

const noOwn = 'it is seen by whoever sees its giver, and with the scope self that is oneself alone';

/** Creates a user with this ownership who claims alarms. */
async function anOperator(app: TestApp, { department, project }: Ownership): Promise<string> {
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['warn:claim', 'shift:list'] });
  return (await anAccount(app, { roleId, department, projects: [project] })).id;
}

/** Creates a sheet between users of this ownership; with `taker` given to that user and signed by the giver. */
async function aSheet(app: TestApp, place: Ownership, taker?: string): Promise<{ id: string; mark: string }> {
  const [giverId, takerId] = [await anOperator(app, place), taker ?? (await anOperator(app, place))];
  const seat = `座${next()}`;
  const [row] = await app.sql<{ id: string }>(
    `insert into handover (giver_id, taker_id, from_at, until_at, seat, counts, open_warns, follow_ups, watch, faults, department_id, giver_signed_at)
     values ($1, $2, now() - interval '8 hours', now(), $3,
       '{"received":0,"claimed":0,"timedOut":0,"closed":0,"falseCount":0,"escalated":0,"transferredIn":0,"transferredOut":0,"calls":0,"reached":0,"followUpsDone":0,"followUpsLeft":0}',
       '[]', '[]', '[]', '[]', $4, case when $5 then now() end) returning id::text`,
    [giverId, takerId, seat, place.department, taker !== undefined],
  );
  return { id: row?.id ?? '', mark: seat };
}

const handover: RecordKind = { table: 'handover', noOwn, make: (app, place) => aSheet(app, place) };
/** Sheet owned by its taker. */
const ownHandover: RecordKind = {
  ...{ table: 'handover', ownedBy: 'made' },
  make: (app, place, owner) => aSheet(app, place, owner.id),
};
const handoverTaker: RecordKind = {
  ...{ table: 'user', noOwn: 'nobody hands over to oneself' },
  async make(app, place) {
    const id = await anOperator(app, place);
    return { id, mark: `"${id}"` };
  },
};

const leads = { with: ['shift:edit'] };

/** Scope cases of the handover endpoints. */
export default authorizationCases(
  handoverApi,
  {
    startHandover: { checks: [refers('handoverTaker', ({ id }) => ({ userId: id }))] },
    signHandover: {
      checks: [names('ownHandover', ({ id }) => ({ id }))],
      alsoFree: {
        openWarnIds:
          'what the signer was shown: it is compared with the cases of the sheet, and nothing of them is told',
      },
    },
    addHandoverNote: { checks: [names('handover', ({ id }) => ({ id, note: '请先看第一条' }), leads)] },
    getHandover: { checks: [names('handover', ({ id }) => ({ id }), leads)] },
    getHandoverList: { checks: [shows('handover', () => ({ limit: 200 }), leads)] },
  },
  { handover, ownHandover, handoverTaker },
);
