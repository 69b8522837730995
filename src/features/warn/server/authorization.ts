import { warnApi } from '#features/warn/contract.ts';
import {
  authorizationCases,
  names,
  type RecordKind,
  refers,
  shows,
  type World,
} from '#server/testing/authorization.ts';
import { aCustomer, aMark, anAccount, aRole, next } from '#server/testing/rows.ts';
import { claimByOwner, finish } from '#server/testing/warnRecords.ts';

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
  anyOwner: 'an alarm can be given to every colleague of the place: transfer.test.ts',
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

/** Scope of the warn endpoints. */
export default authorizationCases(
  warnApi,
  {
    claimWarn: { checks: [names('warn', ({ id }) => ({ id }))] },
    releaseWarn: { checks: [names('warn', ({ id }) => ({ id, reason: '接错' }), { ready: claimByOwner })] },
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
    addWarn: { checks: [refers('customer', ({ id }) => ({ ...facts(), customerId: id }))] },
    finishFollowUp: { checks: [names('warn', ({ id }) => ({ id, note: '一切都好' }), { ready: finish })] },
    getTransferTarget: { checks: [names('warn', ({ id }) => ({ id }))] },
    getSeatFigures: { checks: [shows('worked', () => ({}))] },
  },
  { warn, worked, colleague },
);

async function claimedWarn(world: World): Promise<string> {
  if (world.user.token === '') return String(next());
  const created = await warn.make(world.app, world.here, world.user);
  await claimByOwner(created, { ...world, owner: world.user });
  return created.id;
}
