import { drillApi } from '#features/drill/contract.ts';
import { authorizationCases, type RecordKind, refers, shows } from '#server/testing/authorization.ts';
import { aDevice } from '#server/testing/rows.ts';

const window = () => ({
  from: new Date().toISOString(),
  until: new Date(Date.now() + 3_600_000).toISOString(),
  reason: '季度演练',
});

/** Drill of one device of the ownership. */
const drill: RecordKind = {
  table: 'drill',
  noOwn: 'a drill is seen by whoever sees its device, and nobody has a device of their own',
  async make(app, place) {
    const { id: device, sn } = await aDevice(app, place);
    const { id } = await app.call(drillApi.openDrill, { ...window(), equipmentIds: [device] }, app.admin);
    return { id, mark: sn };
  },
};

/** Scope cases of the drill endpoints. */
export default authorizationCases(
  drillApi,
  {
    getDrillList: { checks: [shows('drill', () => ({}))] },
    getDrillEquipment: { checks: [shows('equipment', ({ mark }) => ({ keyword: mark }))] },
    openDrill: {
      checks: [
        refers('equipment', ({ id }) => ({ ...window(), equipmentIds: [id] })),
        refers('department', ({ id }) => ({ ...window(), departmentId: id }), {
          noOwn: 'with the scope self a drill is of devices of one’s own, never of a department: drill.test.ts',
        }),
      ],
    },
  },
  { drill },
);
