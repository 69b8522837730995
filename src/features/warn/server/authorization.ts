import { warnApi } from '#features/warn/contract.ts';
import {
  authorizationCases,
  type CreatedRecord,
  counts,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
  type World,
} from '#server/testing/authorization.ts';
import { aCustomer, aDevice, aMark, anAccount, aRole, next } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { ending } from '#server/testing/warns.ts';

/** Reason for `noOwn` where the list is searched by the customer's name. */
const byName = { noOwn: 'their alarm is in sight, the person whom somebody else entered is not' };

const facts = () => ({
  type: 'sos' as const,
  level: 1 as const,
  occurredAt: new Date().toISOString(),
  note: '来电求助',
});

const warn: RecordKind = {
  table: 'warn',
  async make(app, place) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place, name: mark });
    const { id } = await app.call(warnApi.addWarn, { ...facts(), customerId }, app.admin);
    return { id, mark };
  },
};

/** A user who can claim warns there. */
const colleague: RecordKind = {
  table: 'user',
  anyOwner: 'an alarm can be given to every colleague of the place: give.test.ts',
  async make(app, place) {
    const roleId = await aRole(app, { scope: 'department_below', permissions: ['warn:claim'] });
    const { id, account } = await anAccount(app, { roleId, department: place.department, projects: [place.project] });
    return { id, mark: account };
  },
};

/** A warn that a user other than its owner claimed today. */
const worked: RecordKind = {
  table: 'warn',
  async make(app, place, owner) {
    const [{ id }, by] = [await warn.make(app, place, owner), await colleague.make(app, place, owner)];
    await app.sql(`insert into warn_step (warn_id, user_id, kind) values ($1, $2, 'claimed')`, [id, by.id]);
    return { id, mark: `"${by.id}"` };
  },
};

/** Lets the owner of a warn handle it. */
const claimByOwner = ({ id }: CreatedRecord, { app, owner }: World) =>
  app.sql(`update warn set status = 'handling', handler_id = $2, claimed_at = now() where id = $1`, [id, owner.id]);

/** Puts the customer at the highest risk, so that a truncated list still contains them. */
const inEmergencyList = <E>() =>
  shows<E>('customer', (() => ({})) as never, {
    ready: ({ id }, { app }) =>
      app.sql(
        "update customer set service_state = 'active', living_state = 'alone', ability_level = 4, birth_date = make_date(1900, 1, 1) - $1::int where id = $1",
        [id],
      ),
  });

/** Records a call that reached the customer. */
const reachCustomer = async (created: CreatedRecord, world: World) => {
  await claimByOwner(created, world);
  await world.app.sql(
    `insert into warn_step (warn_id, kind, data) values ($1, 'call', '{"result": "ok", "party": "elder"}')`,
    [created.id],
  );
};

const requestFalse = ({ id }: CreatedRecord, { app, owner }: World) =>
  app.sql(
    `update warn set false_asked_at = now(), false_asked_by = $2, false_asked_reason = 'mis_touch' where id = $1`,
    [id, owner.id],
  );

const finish = ({ id }: CreatedRecord, { app, owner }: World) =>
  app.sql(
    `update warn set status = 'done', handler_id = $2, claimed_at = now(), finished_at = now(), result = 'phone', follow_up_at = now() + interval '1 hour' where id = $1`,
    [id, owner.id],
  );

/** Scope of the warn endpoints. */
export default authorizationCases(
  warnApi,
  {
    getWarnList: {
      checks: [shows('warn', () => ({ limit: 200 })), shows('warn', ({ mark }) => ({ keyword: mark || '无' }), byName)],
    },
    exportWarn: {
      checks: [
        shows('warn', () => ({}), {
          text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
        }),
      ],
    },
    getWarn: { checks: [names('warn', ({ id }) => ({ id }))] },
    revealWarn: { checks: [names('warn', ({ id }) => ({ id, reason: '核对' }))] },
    getWarnTrack: { checks: [names('warn', ({ id }) => ({ id }))] },
    locateWarn: {
      checks: [
        names('warn', ({ id }) => ({ id }), {
          ready: async (created, world) => {
            await claimByOwner(created, world);
            const [row] = await world.app.sql<{ customer: string; department: string; project: string }>(
              'select customer_id::text as customer, department_id::text as department, project_id::text as project from warn where id = $1',
              [created.id],
            );
            await aDevice(world.app, row);
          },
        }),
      ],
    },
    getWarnCount: {
      checks: [
        counts(
          'warn',
          () => ({}),
          ({ pending }) => pending,
        ),
        counts(
          'warn',
          () => ({}),
          ({ today }) => today,
        ),
      ],
    },
    claimWarn: { checks: [names('warn', ({ id }) => ({ id }))] },
    releaseWarn: { checks: [names('warn', ({ id }) => ({ id, reason: '接错' }), { ready: claimByOwner })] },
    addWarnCall: {
      checks: [names('warn', ({ id }) => ({ id, phone: '120', result: 'ok' }), { ready: claimByOwner })],
      alsoFree: { contactId: 'a contact of the alarm’s own person, looked up below the alarm' },
    },
    finishWarnCall: {
      checks: [
        names('warn', async ({ id }, { app }) => ({ id, stepId: await callOf(app, id), result: 'no_answer' }), {
          ready: async (created, world) => {
            await claimByOwner(created, world);
            await world.app.call(warnApi.addWarnCall, { id: created.id, phone: '120' }, world.app.admin);
          },
        }),
      ],
      alsoFree: { stepId: 'a call of the same alarm, looked up below it' },
    },
    addWarnNote: { checks: [names('warn', ({ id }) => ({ id, note: '已联系' }), { ready: claimByOwner })] },
    keepWarnDraft: {
      checks: [names('warn', ({ id }) => ({ id, kind: 'note', body: '"已"' }), { ready: claimByOwner })],
    },
    dispatchWarn: {
      checks: [names('warn', ({ id }) => ({ id, name: '社区站', kind: 'station' }), { ready: claimByOwner })],
    },
    updateWarnDispatch: {
      checks: [
        names('warn', async ({ id }, { app }) => ({ id, dispatchId: await dispatchOf(app, id), state: 'arrived' }), {
          ready: async (created, world) => {
            await claimByOwner(created, world);
            const input = { id: created.id, name: '社区站', kind: 'station' as const };
            await world.app.call(warnApi.dispatchWarn, input, world.app.admin);
          },
        }),
      ],
      alsoFree: { dispatchId: 'a dispatch of the same alarm, looked up below it' },
    },
    confirmWarnReport: {
      checks: [names('warn', ({ id }) => ({ id, stepIds: ['1'] }))],
      alsoFree: { stepIds: 'steps of the same alarm, looked up below it' },
    },
    transferWarn: {
      checks: [
        names('warn', ({ id }, { here }) => ({ id, departmentId: here.department, reason: '换班' }), {
          ready: claimByOwner,
        }),
        refers('department', async ({ id }, world) => ({
          id: await claimedWarn(world),
          departmentId: id,
          reason: '换班',
        })),
        refers('colleague', async ({ id }, world) => ({ id: await claimedWarn(world), userId: id, reason: '换班' })),
      ],
    },
    falseWarn: {
      checks: [
        names('warn', ({ id }) => ({ id, reason: 'mis_touch', confirmedBy: 'elder' }), { ready: reachCustomer }),
      ],
    },
    askFalseWarn: { checks: [names('warn', ({ id }) => ({ id, reason: 'mis_touch' }), { ready: claimByOwner })] },
    answerFalseWarn: { checks: [names('warn', ({ id }) => ({ id, accept: true }), { ready: requestFalse })] },
    batchFalse: { checks: [shows('warn', ({ id }) => ({ ids: [id], reason: 'mis_touch' }))] },
    batchClaim: { checks: [shows('warn', ({ id }) => ({ ids: [id] }))] },
    closeWarn: {
      checks: [names('warn', ({ id }) => ({ id, ...ending }), { ready: reachCustomer })],
    },
    reopenWarn: { checks: [names('warn', ({ id }) => ({ id, reason: '又按了' }), { ready: finish })] },
    addWarn: { checks: [refers('customer', ({ id }) => ({ ...facts(), customerId: id }))] },
    finishFollowUp: { checks: [names('warn', ({ id }) => ({ id, note: '一切都好' }), { ready: finish })] },
    getTransferTarget: { checks: [names('warn', ({ id }) => ({ id }))] },
    getSeatFigures: { checks: [shows('worked', () => ({}))] },
    takeEmergencyList: scopeFree('the list of getEmergencyList as a file of the caller’s own: emergencyList.test.ts'),
    getEmergencyList: { checks: [inEmergencyList()] },
    cacheEmergencyList: { checks: [inEmergencyList()] },
  },
  { warn, worked, colleague },
);

async function dispatchOf(app: World['app'], id: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>('select id::text from warn_dispatch where warn_id = $1', [id]);
  return row?.id ?? '1';
}

async function callOf(app: World['app'], id: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>("select id::text from warn_step where warn_id = $1 and kind = 'call'", [
    id,
  ]);
  return row?.id ?? '1';
}

async function claimedWarn(world: World): Promise<string> {
  if (world.user.token === '') return String(next());
  const created = await warn.make(world.app, world.here, world.user);
  await claimByOwner(created, { ...world, owner: world.user });
  return created.id;
}
